import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ActionPicker } from './ActionPicker.tsx'
import type { RoleAction } from './actionTree.ts'

const action = (heading: string, resource: string, accessLevel: string, reason?: string): RoleAction => ({
  actionName: `${accessLevel}${resource}`,
  label: `${accessLevel} ${resource.toLowerCase()}`,
  description: '',
  resource,
  accessLevel,
  heading,
  ...(reason === undefined ? {} : { reason }),
})
const actions = [
  action('Platform', 'Users', 'View'),
  action('Platform', 'Users', 'Edit', 'You lack it.'),
  action('Platform', 'Roles', 'View'),
  action('Cometa', 'Models', 'Run'),
]

function Picker({ before = [] }: { before?: string[] }) {
  const [selected, setSelected] = useState(before)
  return (
    <>
      <ActionPicker actions={actions} selected={selected} before={before} onChange={setSelected} />
      <output>{selected.join(' ')}</output>
    </>
  )
}
const chosen = () => screen.getAllByRole('status').at(-1)?.textContent
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

it('selects all actions of an application except those that cannot be granted, and shows the count', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.click(box('All of Platform'))
  expect(chosen()).toBe('ViewRoles ViewUsers')
  expect(screen.getByRole('button', { name: /^Platform\s*2 of 3$/ })).toBeTruthy()
  await user.click(box('All of Platform'))
  expect(chosen()).toBe('')
})

it('is mixed if only some actions of a resource are selected', async () => {
  const user = userEvent.setup()
  render(<Picker before={['ViewUsers']} />)
  await user.click(screen.getByRole('switch', { name: 'Only selected' }))
  expect(box('All of Platform').indeterminate).toBe(true)
  expect(box('All of Platform, Users').checked).toBe(true)
  expect(box('Edit users').disabled).toBe(true)
  await user.click(box('View users'))
  expect(within(screen.getByRole('list', { name: 'Users' })).getByText('Removed')).toBeTruthy()
})

it('expands search results, and can show only what is selected', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  expect(screen.queryByRole('checkbox', { name: 'Run models' })).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'models')
  expect(box('Run models')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'View roles' })).toBeNull()
})

it('opens a saved role on what it grants, its boxes mixed by the whole application', async () => {
  const user = userEvent.setup()
  render(<Picker before={['ViewRoles']} />)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Only selected' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect(box('Shown actions of Platform').indeterminate).toBe(true)
  await user.click(box('Shown actions of Platform'))
  expect(chosen()).toBe('')
  await user.click(box('Shown actions of Platform'))
  expect(chosen()).toBe('ViewRoles')
  await user.click(screen.getByRole('switch', { name: 'Only selected' }))
  expect(box('All of Platform').indeterminate).toBe(true)
})
