import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ImportReport } from '@steward/contract/users/schemas'
import { Report } from './Report.tsx'

const show = (report: ImportReport) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Report report={report} rest={{ key: ['import'], load: () => Promise.reject(new Error('everyone is named')) }} />
    </QueryClientProvider>,
  )

const line = (number: number, outcome: ImportReport['rows'][number]['outcome'], more: Partial<ImportReport['rows'][number]> = {}) => ({
  line: number,
  outcome,
  email: `line${number}@northwind-re.example`,
  changes: [],
  errors: [],
  ...more,
})

const mixed: ImportReport = {
  applied: false,
  encoding: 'utf-8',
  created: 1,
  changed: 1,
  unchanged: 700,
  refused: 1,
  rejectedFileId: null,
  rows: [
    line(4, 'refuse', { errors: [{ field: 'groups', code: 'import_group_unknown', message: 'There is no group “Nowhere”.' }] }),
    line(2, 'create'),
    line(3, 'change', { changes: [{ field: 'givenName', from: 'Ada', to: 'Adelaide' }] }),
    line(5, 'unchanged'),
  ],
}

test('refused lines have their reason, changes the old and new values', () => {
  show(mixed)
  expect(screen.getByText('1 line has errors')).toBeTruthy()
  const table = screen.getByRole('table')
  expect(within(table).getByRole('row', { name: /line4/ }).textContent).toContain('There is no group “Nowhere”.')
  expect(within(table).getByRole('row', { name: /line3/ }).textContent).toMatch(/Given name.*Ada.*Adelaide/)
  expect(screen.getByText('The first 4 of 703 lines are shown.')).toBeTruthy()
})

test('clicking a count shows only its lines', async () => {
  show(mixed)
  const create = screen.getByRole('button', { name: /1 Create/ })
  await userEvent.click(create)
  expect(create.getAttribute('aria-pressed')).toBe('true')
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2)
  await userEvent.click(create)
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(5)
})

test('says when every line is valid, and who will be invited', () => {
  show({ ...mixed, refused: 0, rows: mixed.rows.slice(1) })
  expect(screen.getByText('Ready to import')).toBeTruthy()
  expect(screen.getByText('We’ll email an invitation to 1 new user.')).toBeTruthy()
})

test('offers the refused lines as a file if the file was stored', () => {
  show(mixed)
  expect(screen.queryByRole('button', { name: 'Download rejected lines' })).toBeNull()
  show({ ...mixed, rejectedFileId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44' })
  expect(screen.getByRole('button', { name: 'Download rejected lines' })).toBeTruthy()
  expect(screen.getByText(/under Temporary Data for 7 days/)).toBeTruthy()
})

test('a file without errors says whom it affects', () => {
  const effects = {
    gainingCount: 1,
    losingCount: 0,
    people: [{ userId: '1', username: 'ada', givenName: 'Ada', familyName: 'Okafor', gains: ['Admin.ViewUsers' as const], loses: [] }],
    peopleCount: 1,
    accessMap: { applications: [], groups: [], groupCount: 0 },
    permissions: [{ permission: 'Admin.ViewUsers' as const, gainingCount: 1, losingCount: 0 }],
    keyCount: 0,
    keys: [],
    endedSessionCount: 0,
    signedOutCount: 0,
    mails: [{ template: 'activation', count: 1 }],
    isUndoable: true,
    lasting: ['mails' as const],
  }
  show({ ...mixed, refused: 0, rows: [line(2, 'create')], effects })
  const section = screen.getByRole('region', { name: 'Effects' })
  expect(section.textContent).toContain('1 person gains access')
  expect(within(section).getByText('Ada Okafor')).toBeTruthy()
})
