import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { PeriodChart } from './PeriodChart.tsx'
import type { Period } from './periods.ts'

const periods: Period[] = [
  {
    id: '1',
    name: 'Nightly export',
    from: '2025-01-15T12:00:00Z',
    until: '2026-06-15T12:00:00Z',
    tone: 'accent',
    mark: '2026-03-14T09:26:53Z',
  },
  { id: '2', name: 'Migration', from: '2025-04-15T12:00:00Z', until: null, tone: 'warning', mark: null },
]

const chart = () =>
  render(
    <PeriodChart
      label="Age and use"
      summary="1 of 2 keys were used."
      nameLabel="Key"
      markLabel="Last used"
      noMark="never used"
      periods={periods}
    />,
  )

it('reads one period after the other with the arrow keys', async () => {
  chart()
  screen.getByRole('img', { name: /^1 of 2 keys were used\./ }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByText(/^Nightly export: .*2025 to .*2026 · Last used: .*2026$/)).toBeDefined()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByText(/^Migration: .* to no end · Last used: never used$/)).toBeDefined()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText(/^Migration: /)).toBeNull()
})

it('shows the same as a table', async () => {
  chart()
  await userEvent.click(screen.getByRole('button', { name: 'View as table' }))
  const table = within(screen.getByRole('region', { name: 'Age and use' }))
  expect(table.getByRole('row', { name: /^Nightly export .*2025.*2026.*2026$/ })).toBeDefined()
  expect(table.getByRole('row', { name: /^Migration .*2025 no end never used$/ })).toBeDefined()
})
