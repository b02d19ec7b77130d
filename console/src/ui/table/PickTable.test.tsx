import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Choice } from '../form/Combobox.tsx'
import type { DataColumn } from './columns.ts'
import type { TableQuery } from './page.ts'
import { PickTable, usePickFind } from './PickTable.tsx'

interface Person {
  id: string
  name: string
}

const people: Person[] = ['Ada', 'Grace', 'Alan'].map((name, index) => ({ id: `p${index}`, name }))
const columns: DataColumn<Person>[] = [{ id: 'name', header: 'Name', cell: (person) => person.name }]

interface PeopleProps {
  rowReason?: (person: Person) => string | undefined
  /** Why there are no rows. */
  query?: Partial<TableQuery<Person>>
}

function People({ rowReason, query }: PeopleProps) {
  const find = usePickFind()
  const [picked, setPicked] = useState<Choice[]>([])
  const items = people.filter(({ name }) => name.toLowerCase().includes(find.text.toLowerCase()))
  return (
    <PickTable
      label="People"
      searchLabel="Find people"
      columns={columns}
      query={{
        data: { items, count: items.length, totalCount: items.length, totalIsExact: true },
        error: null,
        isFetching: false,
        isPlaceholderData: false,
        refetch: () => undefined,
        ...query,
      }}
      find={find}
      choiceOf={(person) => ({ value: person.id, label: person.name })}
      picked={picked}
      onPick={setPicked}
      {...(rowReason ? { rowReason } : {})}
      empty={<p>Nobody yet</p>}
      errorFallback="People could not be loaded"
      chips
    />
  )
}

test('marks the rows as outdated from the first letter typed until the new results arrive', async () => {
  const user = userEvent.setup()
  render(<People />)
  const table = screen.getByRole('table', { name: 'People' })
  expect(table.getAttribute('aria-busy')).toBe('false')
  await user.type(screen.getByRole('searchbox', { name: 'Find people' }), 'g')
  expect(table.getAttribute('aria-busy')).toBe('true')
  expect(await screen.findByText('People: 1')).toBeDefined()
  expect(table.getAttribute('aria-busy')).toBe('false')
})

test('says why it has no rows while it waits for the next attempt', () => {
  render(<People query={{ data: undefined, failureReason: new Error('network'), isFetching: true }} />)
  expect(screen.getByRole('alert').textContent).toContain('People could not be loaded')
  expect(screen.queryByRole('table')).toBeNull()
})

test('keeps the selection during another search', async () => {
  const user = userEvent.setup()
  render(<People />)
  await user.click(screen.getByRole('checkbox', { name: 'Select Ada' }))
  await user.type(screen.getByRole('searchbox', { name: 'Find people' }), 'gra')
  expect(await screen.findByText('People: 1')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Select Grace' }))
  expect(screen.getByRole('group', { name: /2/ }).textContent).toMatch(/Ada.*Grace/)
})

test('selects by the name and by the page, except rows that cannot be picked', async () => {
  const user = userEvent.setup()
  render(<People rowReason={(person) => (person.name === 'Grace' ? 'Already a member' : undefined)} />)
  const grace = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Grace' })
  expect(grace.disabled).toBe(true)
  expect(grace.getAttribute('aria-description')).toBe('Already a member')
  await user.click(screen.getByText('Ada'))
  expect(screen.getByRole('group', { name: /1/ }).textContent).toMatch(/Ada/)
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  expect(screen.getByRole('group', { name: /2/ }).textContent).toMatch(/Ada.*Alan/)
})
