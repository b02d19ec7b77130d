import { expect, test } from 'vitest'
import { currencyFields, schemeFields, tagSorts } from '@steward/contract/reference-data/constants'
import { buildProblem } from '../../testing/problems.ts'
import * as currencies from '../currencies/search.ts'
import * as schemes from '../schemes/search.ts'
import * as tags from '../tags/search.ts'
import { alreadyExists } from './alreadyExists.ts'
import { refusedCount, refusedLines } from './refusedLines.ts'
import { saveOnTop } from './saveOnTop.ts'
import { listSearch } from './search.ts'
import { directionOf } from './useStatusChange.tsx'
import { orderOf, quoted, whereOf, windowOf } from './where.ts'

test('the sorts of the lists are those of the contract', () => {
  expect(tags.sorts).toEqual(tagSorts)
  expect(currencyFields).toEqual(expect.arrayContaining([...currencies.sorts]))
  expect(schemeFields).toEqual(expect.arrayContaining([...schemes.sorts]))
})

test('search parameters that are invalid are left out', () => {
  const search = listSearch(['name'])
  expect(search({ q: ' a ', status: 'active', sort: '-name', page: 2 })).toEqual({ q: 'a', status: 'active', sort: '-name', page: 2 })
  expect(search({ q: '  ', status: 'gone', sort: 'color', page: -1 })).toEqual({})
  expect(search({ q: 2027 })).toEqual({ q: '2027' })
})

test('the condition of a list joins search text and status, with quotes doubled', () => {
  expect(whereOf(['a', 'b'], {})).toBeUndefined()
  expect(whereOf(['a'], { status: 'inactive' })).toBe('isActive = false')
  expect(whereOf(['a', 'b'], { q: "O'Neil", status: 'active' })).toBe("(a LIKE '*O''Neil*' OR b LIKE '*O''Neil*') AND isActive = true")
  expect(quoted("'")).toBe("''''")
})

test('order and page are in the form of the tables', () => {
  expect(orderOf('-b', ['a', 'b'], 'a')).toEqual({ sort: 'b', sortOrder: 'desc' })
  expect(orderOf('-c', ['a', 'b'], 'a')).toEqual({ sort: 'a', sortOrder: 'asc' })
  expect(windowOf({ page: 3, sort: 'a' })).toEqual({ limit: 20, offset: 40 })
})

test('a bulk change goes to the opposite of the first selected', () => {
  expect(directionOf([{ isActive: true }, { isActive: false }])).toBe(false)
  expect(directionOf([{ isActive: false }, { isActive: true }])).toBe(true)
})

test('refused lines have their number, column and reason', () => {
  const refused = buildProblem('table_upload_refused', 'refused', { parameters: { refused: 2_000 } })
  refused.problem.errors = [
    { field: 'lines.3.currencyCode', code: 'currency_code_invalid', message: 'Wrong.' },
    { field: 'lines.12.line', code: 'upload_malformed', message: 'Open.' },
    { field: 'lines.1.some column', code: 'upload_column_unknown', message: 'Unknown.' },
  ]
  expect(refusedLines(refused)).toEqual([
    { line: 3, field: 'currencyCode', message: 'Wrong.' },
    { line: 12, field: '', message: 'Open.' },
    { line: 1, field: 'some column', message: 'Unknown.' },
  ])
  expect(refusedCount(refused)).toBe(2_000)
  expect(refusedLines(buildProblem('upload_empty', 'empty'))).toEqual([])
})

test('a conflict of a new row is an error of its code', () => {
  const other = buildProblem('currency_unknown', 'unknown')
  expect(alreadyExists(other, 'code', 'exists')).toBe(other)
  expect(alreadyExists(buildProblem('version_conflict', 'stale'), 'code', 'exists')).toMatchObject({
    problem: { errors: [{ field: 'code', message: 'exists' }] },
  })
})

test('a single field is saved on top of the newest version, at most three times', async () => {
  const stale = buildProblem('version_conflict', 'stale')
  const sent: (string | undefined)[] = []
  const run = (fails: number, isDone = false) => {
    sent.length = 0
    return saveOnTop({
      read: () => Promise.resolve({ data: { isDone }, etag: `"${sent.length + 1}"` }),
      isDone: (item) => item.isDone,
      save: (_, ifMatch) => {
        sent.push(ifMatch)
        return sent.length <= fails ? Promise.reject(stale) : Promise.resolve()
      },
    })
  }
  await run(2)
  expect(sent).toEqual(['"1"', '"2"', '"3"'])
  await expect(run(3)).rejects.toBe(stale)
  await run(0, true)
  expect(sent).toEqual([])
})
