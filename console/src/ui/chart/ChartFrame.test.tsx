import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ChartFrame } from './ChartFrame.tsx'

const values = [4, 0, 5]

function Chart() {
  const [cursor, setCursor] = useState<number>()
  const text = String(cursor === undefined ? '' : values[cursor])
  return (
    <ChartFrame
      label="Calls"
      summary="9 calls."
      legend={[{ id: 'calls', label: 'Calls a day', color: 'accent' }]}
      table={<table aria-label="Calls" />}
      count={3}
      cursor={cursor}
      start={2}
      onCursor={setCursor}
      reading={
        cursor === undefined
          ? undefined
          : { title: `Day ${cursor + 1}`, values: [{ label: 'Read', text }], text: `Day ${cursor + 1}: ${text}`, at: cursor * 50 }
      }
    >
      <svg aria-hidden />
    </ChartFrame>
  )
}

it('writes the values beside the cursor, on the side with more space, and announces them once', async () => {
  render(<Chart />)
  const picture = screen.getByRole('img', { name: /^9 calls\./ })
  picture.focus()
  await userEvent.keyboard('{Home}')
  const beside = () => within(picture).getByText(/^Day/).parentElement
  expect(within(picture).getByText('4')).toBeDefined()
  expect(beside()?.style.insetInlineStart).toBe('calc(0% + 10px)')
  expect(screen.getAllByText('Day 1: 4')).toHaveLength(1)
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(beside()?.style.insetInlineEnd).toBe('calc(0% + 10px)')
  await userEvent.keyboard('{Escape}')
  expect(within(picture).queryByText(/^Day/)).toBeNull()
})

it('is a table on request', async () => {
  render(<Chart />)
  expect(screen.getByRole('listitem').textContent).toBe('Calls a day')
  await userEvent.click(screen.getByRole('button', { name: 'View as table' }))
  expect(screen.getByRole('table', { name: 'Calls' })).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
})
