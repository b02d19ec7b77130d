import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ImportReport } from '@steward/contract/users/schemas'
import { queryClient } from '../../api/query.ts'
import { grant } from '../../testing/jobs.ts'
import { renderRoutes } from '../../testing/renderRoutes.tsx'
import { ImportPanel } from './ImportPanel.tsx'

/** What was sent: the file's name, and whether it was only checked. */
let sent: { name: string; dryRun: string }[]
let report: ImportReport
vi.mock('../../uploads/sendFile.ts', () => ({
  sendFile: async (_: unknown, { query, body }: { query: { dryRun: string }; body: File }) => {
    sent.push({ name: body.name, dryRun: query.dryRun })
    return report
  },
}))
const saved = vi.hoisted(() => vi.fn<(file: { fileId: string }) => Promise<void>>())
vi.mock('../../exports/queries.ts', async (original) => ({ ...(await original<object>()), saveTemporaryFile: saved }))

const row = (line: number, outcome: ImportReport['rows'][number]['outcome']): ImportReport['rows'][number] => ({
  line,
  outcome,
  email: `line${line}@northwind-re.example`,
  changes: [],
  errors: outcome === 'refuse' ? [{ field: 'email', code: 'import_email_invalid', message: 'This isn’t an email address.' }] : [],
})

beforeEach(async () => {
  grant('Admin.EditUsers')
  sent = []
  saved.mockReset()
  report = {
    applied: false,
    encoding: 'utf-8',
    created: 2,
    changed: 0,
    unchanged: 0,
    refused: 0,
    rejectedFileId: null,
    rows: [row(2, 'create'), row(3, 'create')],
  }
  const routesUnder = (root: AnyRoute) => [
    createRoute({ getParentRoute: () => root, path: '/user-administration/users/import', component: ImportPanel }),
    createRoute({ getParentRoute: () => root, path: '/user-administration/users', component: () => <p>The list</p> }),
  ]
  await renderRoutes(Outlet, routesUnder, ['/user-administration/users/import'])
})
afterEach(() => queryClient.clear())

const choose = (name: string) => userEvent.upload(screen.getByLabelText(/CSV file|Choose another file/), new File(['email'], name))

test('says in the preview which encoding a file was read as, and imports it after that', async () => {
  report.encoding = 'windows-1252'
  await choose('users.csv')
  expect(await screen.findByText('The file isn’t UTF-8. It was read as Windows-1252. Check the names before importing.')).toBeTruthy()
  expect(sent).toEqual([{ name: 'users.csv', dryRun: 'true' }])
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 users' }))
  expect(await screen.findByText('The list')).toBeTruthy()
  expect(sent.at(-1)).toEqual({ name: 'users.csv', dryRun: 'false' })
})

test('says nothing about UTF-8', async () => {
  await choose('users.csv')
  expect(await screen.findByText('Ready to import')).toBeTruthy()
  expect(screen.queryByText(/UTF-8/)).toBeNull()
})

test('keeps refused lines in a file, and imports nothing until they are fixed', async () => {
  report = { ...report, created: 1, refused: 1, rejectedFileId: 'file-1', rows: [row(2, 'create'), row(3, 'refuse')] }
  await choose('users.csv')
  expect(await screen.findByText('1 line has errors')).toBeTruthy()
  expect(screen.getByText(/also under Temporary Data for 7 days/)).toBeTruthy()
  const submit = screen.getByRole('button', { name: 'Import 1 user' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(submit)
  expect(sent).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Download rejected lines' }))
  expect(saved).toHaveBeenCalledWith({ fileId: 'file-1', fileName: '' })
  // The corrected file.
  report = { ...report, created: 2, refused: 0, rejectedFileId: null, rows: [row(2, 'create'), row(3, 'create')] }
  await choose('corrected.csv')
  expect(await screen.findByText('Ready to import')).toBeTruthy()
  expect(screen.getByText('corrected.csv')).toBeTruthy()
})
