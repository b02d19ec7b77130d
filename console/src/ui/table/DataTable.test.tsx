import { linkOptions } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { narrowestColumnPx } from '@steward/contract/saved-views/constants'
import { Button } from '../form/Button.tsx'
import { timeCell } from '../display/RelativeTime.tsx'
import { renderListAndPanel } from '../../testing/renderRoutes.tsx'
import type { DataColumn } from './columns.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { deselect } from './deselect.ts'
import { storedLayout, storeLayout } from './layout.ts'
import type { TablePage, TableQuery } from './page.ts'
import { patchSearch, type TableSearch } from './search.ts'

interface Person {
  id: string
  name: string
  groups: number
}

const people: Person[] = Array.from({ length: 20 }, (_, index) => ({ id: `p${index}`, name: `Person ${index}`, groups: index }))
const pageOf = (items: Person[], total = items.length, isExact = true): TablePage<Person> => ({
  items,
  count: items.length,
  totalCount: total,
  totalIsExact: isExact,
})
const columns: DataColumn<Person>[] = [
  { id: 'name', header: 'Name', sort: 'name', cell: (person) => person.name },
  { id: 'groups', header: 'Groups', align: 'end', cell: (person) => person.groups },
  { id: 'note', header: 'Note', optional: true, cell: () => 'a note' },
]

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  storeLayout('people', undefined, undefined)
})

const outside: { setQuery: (query: Partial<TableQuery<Person>>) => void; searches: TableSearch[] } = { setQuery: () => {}, searches: [] }
const setQuery = (query: Partial<TableQuery<Person>>) => outside.setQuery(query)
const lastSearch = () => outside.searches.at(-1)

function List(extra: Partial<DataTableProps<Person>>) {
  const [query, set] = useState<TableQuery<Person>>({
    data: pageOf(people, 10_000, false),
    error: null,
    isFetching: false,
    isPlaceholderData: false,
    refetch: () => undefined,
  })
  const [search, setSearch] = useState<TableSearch>({})
  useEffect(() => {
    outside.setQuery = (change) => set((previous) => ({ ...previous, ...change }))
    outside.searches.push(search)
  }, [search])
  return (
    <DataTable
      name="people"
      label="People"
      columns={columns}
      query={query}
      rowId={(person) => person.id}
      rowName={(person) => person.name}
      search={search}
      onSearchChange={(patch) => setSearch((previous) => patchSearch(previous, patch))}
      // The test's routes differ from the application's.
      rowLink={(person) => linkOptions({ to: '/list/$id', params: { id: person.id } } as never)}
      empty={<p>Nobody yet</p>}
      errorFallback="People could not be loaded"
      {...extra}
    />
  )
}

const show = async (extra: Partial<DataTableProps<Person>> = {}) => {
  outside.searches = []
  const router = await renderListAndPanel(
    () => <List {...extra} />,
    () => <p>the panel</p>,
    '/list',
  )
  // Rows below the fold and the footer render after the first frame.
  await screen.findByRole('navigation', { name: 'Pages of People' })
  return { router, user: userEvent.setup() }
}

test('renders the rows that fit the window first, and the others after the frame', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  await renderListAndPanel(
    () => <List />,
    () => null,
    '/list',
  )
  await screen.findByRole('button', { name: 'Columns' })
  const [, body] = screen.getAllByRole('rowgroup')
  const shown = within(body as HTMLElement).getAllByRole('row')
  expect(shown).toHaveLength(Math.ceil((window.innerHeight - 200) / 44))
  // Space for them is reserved.
  expect(body?.lastElementChild?.getAttribute('style')).toBe(`height: ${(people.length - shown.length) * 44}px;`)
  expect(screen.queryByRole('navigation', { name: 'Pages of People' })).toBeNull()
  vi.unstubAllGlobals()
})

test('shows the exact time on hover', async () => {
  const since: DataColumn<Person> = { id: 'since', header: 'Since', cell: () => timeCell('2026-03-14T09:26:53Z') }
  await show({ columns: [...columns, since] })
  const [moment] = document.querySelectorAll('time')
  expect(moment).toBeDefined()
  expect(moment?.title).toBe('')
  await userEvent.hover(moment ?? document.body)
  expect(moment?.title).toMatch(/^Mar 14, 2026, 9:26:53\sAM UTC/)
})

test('sorts by a header: ascending, descending, off, and announces it', async () => {
  const { user } = await show()
  const header = screen.getByRole('columnheader', { name: 'Name' })
  expect(header.getAttribute('aria-sort')).toBe('none')
  const button = within(header).getByRole('button')
  await user.click(button)
  expect(header.getAttribute('aria-sort')).toBe('ascending')
  await user.click(button)
  expect(header.getAttribute('aria-sort')).toBe('descending')
  expect(lastSearch()).toEqual({ sort: '-name' })
  await user.click(button)
  expect(lastSearch()).toEqual({})
  expect(screen.getByRole('columnheader', { name: 'Groups' }).hasAttribute('aria-sort')).toBe(false)
})

test('shows the total, and says so when there are more than were counted', async () => {
  await show()
  expect(screen.getByText('People: more than 10,000').getAttribute('role')).toBe('status')
  expect(screen.getByText('1–20 of more than 10,000')).toBeDefined()
})

test('changes pages in the search parameters and returns to the first on a new sort', async () => {
  const { user } = await show()
  expect(screen.getByRole('button', { name: 'Previous page' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(lastSearch()).toEqual({ page: 2 })
  expect(screen.getByText('21–40 of more than 10,000')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(lastSearch()).toEqual({ sort: 'name' })
})

test('keeps the selection across refetches, with rows on other pages', async () => {
  const seen: string[][] = []
  const { user } = await show({
    bulkActions: ({ ids, rows }) => {
      seen.push(rows.map((row) => row.name))
      return <button>{`Delete ${ids.length}`}</button>
    },
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 3' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 4' }))
  act(() =>
    setQuery({
      data: pageOf([
        { id: 'p4', name: 'Person 4', groups: 9 },
        { id: 'p30', name: 'Person 30', groups: 1 },
      ]),
    }),
  )
  expect(await screen.findByRole('button', { name: 'Delete 2' })).toBeDefined()
  expect(seen.at(-1)).toEqual(['Person 3', 'Person 4'])
  expect((screen.getByRole('checkbox', { name: 'Select Person 4' }) as HTMLInputElement).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
})

test('selects a range with shift, and the whole page', async () => {
  const { user } = await show({ bulkActions: ({ ids }) => <span>{ids.join(' ')}</span> })
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 1' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 4' }))
  await user.keyboard('{/Shift}')
  expect(await screen.findByText('p1 p2 p3 p4')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  expect(screen.getByText('20 selected')).toBeDefined()
})

test('has the actions that do not fit into one line in a menu', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return /^(?:Move|Delete) \d$/.test(this.textContent) ? new DOMRect(0, 40, 60, 28) : new DOMRect(0, 0, 60, 28)
  })
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function (measure: () => void) {
      return { observe: measure, disconnect: () => undefined }
    }),
  )
  const done: string[] = []
  const { user } = await show({
    bulkActions: ({ count }) =>
      ['Enable', 'Move', 'Delete'].map((label) => (
        <Button key={label} disabledReason={label === 'Move' ? 'Not now.' : undefined} onClick={() => done.push(`${label} ${count}`)}>
          {`${label} ${count}`}
        </Button>
      )),
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 1' }))
  const more = await screen.findByRole('button', { name: 'More' })
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
  // The menu observes sizes, too.
  vi.unstubAllGlobals()
  await user.click(more)
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Move 2Not now.', 'Delete 2'])
  await user.click(screen.getByRole('menuitem', { name: 'Delete 2' }))
  expect(done).toEqual(['Delete 2'])
})

test('opens the panel on a click on a row, but not on a control in it', async () => {
  const { router, user } = await show({ bulkActions: () => null })
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Person 1' })
  await user.click(box)
  expect(router.state.location.pathname).toBe('/list')
  // Next to the checkbox, in its cell.
  if (box.parentElement) await user.click(box.parentElement)
  expect(box.checked).toBe(false)
  expect(router.state.location.pathname).toBe('/list')
  await user.click(screen.getByRole('cell', { name: '2' }))
  expect(await screen.findByText('the panel')).toBeDefined()
  expect(router.state.location.pathname).toBe('/list/p2')
  expect(screen.getByRole('link', { name: 'Person 5' }).getAttribute('href')).toBe('/list/p5')
})

test('opens row actions in a menu named after the row, also by keyboard', async () => {
  const done: string[] = []
  const { user } = await show({
    rowActions: (person) => [
      { label: 'Edit', onSelect: () => done.push(person.name) },
      { label: 'Delete', disabledReason: 'Still in use', onSelect: () => done.push('deleted') },
    ],
  })
  screen.getByRole('button', { name: 'Actions for Person 2' }).focus()
  await user.keyboard('{Enter}')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Edit', 'DeleteStill in use'])
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }))
  expect(done).toEqual(['Person 2'])
  expect(screen.queryByRole('menu')).toBeNull()
})

test('remembers the chosen columns and always keeps the first', async () => {
  const { user } = await show()
  expect(screen.queryByRole('columnheader', { name: 'Note' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  expect((await screen.findByRole('menuitemcheckbox', { name: 'Name' })).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Note' }))
  expect(screen.getByRole('columnheader', { name: 'Note', hidden: true })).toBeDefined()
  expect(JSON.parse(localStorage.getItem('steward.columns.people') ?? '{}')).toEqual({ columns: { note: true }, widths: {} })
  await user.click(await screen.findByRole('menuitem', { name: 'Reset columns' }))
  expect(screen.queryByRole('columnheader', { name: 'Note' })).toBeNull()
})

test('shows a column in a window that is narrower than it asks for once it is chosen', async () => {
  const wide: DataColumn<Person>[] = [...columns, { id: 'city', header: 'City', from: 'retina', cell: () => 'Oslo' }]
  const { user } = await show({ columns: wide })
  const head = () => screen.getByRole('columnheader', { name: 'City', hidden: true })
  expect([...head().classList].some((name) => name.includes('retina'))).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const entry = await screen.findByRole('menuitemcheckbox', { name: 'City' })
  expect(entry.getAttribute('aria-checked')).toBe('false')
  await user.click(entry)
  expect(entry.getAttribute('aria-checked')).toBe('true')
  expect([...head().classList].some((name) => name.includes('retina'))).toBe(false)
  await user.click(entry)
  expect(screen.queryByRole('columnheader', { name: 'City', hidden: true })).toBeNull()
})

test('reads columns as they were kept before', async () => {
  storeLayout('people', undefined, undefined)
  localStorage.setItem('steward.columns.people', JSON.stringify({ name: true, groups: false, note: true }))
  await show()
  expect(screen.getByRole('columnheader', { name: 'Note' })).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Groups' })).toBeNull()
})

test('resizes a column by keys, keeps its width and gives it back', async () => {
  const { user } = await show()
  const handle = await screen.findByRole('separator', { name: 'Width of Groups' })
  expect(handle.getAttribute('aria-orientation')).toBe('vertical')
  handle.focus()
  await user.keyboard('{Home}')
  const head = screen.getByRole('columnheader', { name: 'Groups' })
  expect(head.style.width).toContain(`${narrowestColumnPx}px`)
  expect(handle.getAttribute('aria-valuenow')).toBe(String(narrowestColumnPx))
  expect(storedLayout('people', undefined)?.widths).toEqual({ groups: narrowestColumnPx })
  await user.keyboard('{Delete}')
  expect(head.style.width).toBe('')
})

test('the handles of the columns are one tab stop, the last used one', async () => {
  const { user } = await show()
  const handle = async (name: string) => await screen.findByRole('separator', { name: `Width of ${name}` })
  await handle('Groups')
  const handles = screen.getAllByRole('separator')
  const stops = () => handles.filter(({ tabIndex, isConnected }) => isConnected && tabIndex === 0)
  expect(handles.length).toBeGreaterThan(1)
  expect(stops()).toEqual([handles[0]])
  handles[0]?.focus()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(handles[0])
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(handles[1])
  expect(stops()).toEqual([handles[1]])
  await user.tab()
  expect(handles).not.toContain(document.activeElement)
  // When its column is hidden, another one takes its place.
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Groups' }))
  await waitFor(() => expect(screen.queryByRole('separator', { name: 'Width of Groups', hidden: true })).toBeNull())
  expect(stops()).toEqual([handles[0]])
})

test('remembers the chosen density', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const compact = await screen.findByRole('menuitemradio', { name: 'Compact' })
  expect(screen.getByRole('menuitemradio', { name: 'Comfortable' }).getAttribute('aria-checked')).toBe('true')
  await user.click(compact)
  expect(document.documentElement.dataset.density).toBe('compact')
  expect(localStorage.getItem('steward.density')).toBe('compact')
})

test('shows a skeleton while loading, then the error with a retry button', async () => {
  let tries = 0
  const { user } = await show({ bulkActions: () => null })
  const selectAll = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })
  expect(selectAll().disabled).toBe(false)
  act(() => setQuery({ data: undefined }))
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(selectAll().disabled).toBe(true)
  act(() => setQuery({ error: new Error('down'), refetch: () => (tries += 1) }))
  expect(screen.getByRole('heading', { name: 'People could not be loaded' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tries).toBe(1)
})

test('tells an empty list from one with no matches', async () => {
  await show()
  act(() => setQuery({ data: pageOf([]) }))
  expect(screen.getByText('Nobody yet')).toBeDefined()
})

test('offers to clear filters that match nothing', async () => {
  let cleared = 0
  const { user } = await show({ isFiltered: true, onClearFilters: () => (cleared += 1) })
  act(() => setQuery({ data: pageOf([]) }))
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(cleared).toBe(1)
})

test('extends the selection of a page to all rows that match, until one is cleared', async () => {
  const user = userEvent.setup()
  await show({
    selectsAll: true,
    bulkActions: (selected) => <output>{`${selected.isAll ? 'all' : 'some'} ${selected.count}`}</output>,
  })
  act(() => setQuery({ data: pageOf(people, 250) }))
  expect(screen.queryByRole('button', { name: /^Select all 250/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  expect(screen.getByText('some 20')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Select all 250 that match' }))
  expect(screen.getByText('all 250')).toBeTruthy()
  expect(screen.getByText('250 selected')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 3' }))
  expect(screen.getByText('some 19')).toBeTruthy()
})

test('deselects rows that are gone, on any page', async () => {
  const { user } = await show({ bulkActions: (selected) => <output>{`${selected.count} for it`}</output> })
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 0' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 1' }))
  act(() => setQuery({ data: pageOf(people.slice(1), 19) }))
  expect(screen.getByText('2 for it')).toBeTruthy()
  act(() => deselect(['p0']))
  expect(screen.getByText('1 for it')).toBeTruthy()
  act(() => deselect(['p1', 'unknown']))
  expect(screen.queryByText(/for it/)).toBeNull()
})
