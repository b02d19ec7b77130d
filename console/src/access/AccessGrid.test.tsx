import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { AccessGrid } from './AccessGrid.tsx'

const map = {
  applications: [
    { applicationName: 'admin-center', displayName: 'Admin Center' },
    { applicationName: 'rlax', displayName: 'Risk Modeler' },
  ],
  groups: [
    {
      groupId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
      groupName: 'Modelers',
      status: 'Enabled' as const,
      userCount: 1,
      depths: [null, 'run' as const],
    },
    {
      groupId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a45',
      groupName: 'Admins',
      status: 'Enabled' as const,
      userCount: 3,
      depths: ['edit' as const, 'view' as const],
    },
  ],
}

function ShrinkingGrid() {
  const [count, setCount] = useState(2)
  return (
    <>
      <button type="button" onClick={() => setCount(1)}>
        Remove one of each
      </button>
      <AccessGrid
        applications={map.applications.slice(0, count)}
        groups={map.groups.slice(0, count).map((group) => ({ ...group, depths: group.depths.slice(0, count) }))}
      />
    </>
  )
}

describe('the access map', () => {
  it('is a table with headers for groups and applications', async () => {
    await renderInRouter(<AccessGrid {...map} />)
    const grid = screen.getByRole('grid', { name: 'Access map' })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Group', 'Admin Center', 'Risk Modeler'])
    expect(within(grid).getByRole('rowheader', { name: /Modelers/ }).textContent).toBe('Modelers1 person')
    expect(
      within(grid)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['No access: Modelers in Admin Center·', 'Run', 'Edit', 'View'])
  })

  it('moves by arrow keys, with one cell in the tab order', async () => {
    await renderInRouter(<AccessGrid {...map} />)
    const grid = screen.getByRole('grid')
    const inOrder = () => [...grid.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((cell) => cell.dataset['cell'])
    expect(inOrder()).toEqual(['0 0'])
    grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    for (const keyName of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown'])
      fireEvent.keyDown(document.activeElement ?? grid, { key: keyName })
    expect(inOrder()).toEqual(['1 1'])
    expect(document.activeElement?.textContent).toBe('View')
    fireEvent.keyDown(document.activeElement ?? grid, { key: 'Home' })
    expect(document.activeElement?.textContent).toBe('Edit')
  })

  it('stays reachable by the keyboard when the chosen group goes away', async () => {
    await renderInRouter(<ShrinkingGrid />)
    const grid = screen.getByRole('grid')
    grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    for (const keyName of ['ArrowRight', 'ArrowDown']) fireEvent.keyDown(document.activeElement ?? grid, { key: keyName })
    fireEvent.click(screen.getByRole('button', { name: 'Remove one of each' }))
    expect(within(grid).getAllByRole('cell')).toHaveLength(1)
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  })
})
