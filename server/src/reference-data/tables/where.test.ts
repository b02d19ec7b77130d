import { describe, expect, test } from 'vitest'
import { ProblemException } from '@steward/contract/errors'
import { type FieldType, parseWhere } from './where.ts'

const types = { code: 'text', days: 'number', isActive: 'boolean', from: 'day', createdAt: 'time' } as const satisfies Record<
  string,
  FieldType
>
const parse = (text: string) => parseWhere(text, types)

/** Where a condition is wrong, and what is expected there. */
function faultOf(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof ProblemException)) throw error
    expect(error).toMatchObject({ code: 'where_invalid', status: 400, fields: [{ field: 'query.where', code: 'where_invalid' }] })
    return error.parameters
  }
}

const compare = (field: string, operator: string, value: object) => ({ kind: 'compare', field, operator, value })

describe('a condition', () => {
  test('compares each type with its values', () => {
    expect(parse(`code='EUR'`)).toEqual(compare('code', '=', { type: 'text', text: 'EUR' }))
    expect(parse(`code != "a ""quoted"" 'b'"`)).toEqual(compare('code', '!=', { type: 'text', text: `a "quoted" 'b'` }))
    expect(parse(`days >= -1.5`)).toEqual(compare('days', '>=', { type: 'number', text: '-1.5' }))
    expect(parse(`isActive = TRUE`)).toEqual(compare('isActive', '=', { type: 'boolean', isTrue: true }))
    expect(parse(`from < 2026-02-28`)).toEqual(compare('from', '<', { type: 'day', text: '2026-02-28' }))
    expect(parse(`createdAt > '2026-02-28'`)).toEqual(compare('createdAt', '>', { type: 'day', text: '2026-02-28' }))
    expect(parse(`createdAt <= 2026-02-28T09:30:00.5+01:00`)).toMatchObject({
      value: { type: 'time', text: '2026-02-28T09:30:00.5+01:00' },
    })
    expect(parse(`days in (1,2)`)).toMatchObject({ kind: 'in', values: [{ text: '1' }, { text: '2' }] })
    expect(parse(`code like 'E*'`)).toEqual({ kind: 'like', field: 'code', pattern: 'E*' })
  })

  test('joins by AND before OR, unless brackets say otherwise', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((text) => compare('code', '=', { type: 'text', text }))
    expect(parse(`code='a' or code='b' AND code='c'`)).toEqual({ kind: 'or', parts: [a, { kind: 'and', parts: [b, c] }] })
    expect(parse(`(code='a' OR code='b') and code='c'`)).toEqual({ kind: 'and', parts: [{ kind: 'or', parts: [a, b] }, c] })
    expect(parse(`((code='a'))`)).toEqual(a)
  })
})

const fields = 'code, days, isActive, from, createdAt'

test.each([
  ['', 1, `${fields}, (`],
  ['color = 1', 1, `${fields}, (`],
  ['__proto__ = 1', 1, `${fields}, (`],
  ['constructor = 1', 1, `${fields}, (`],
  [`'code' = 1`, 1, `${fields}, (`],
  ['code', 5, '=, !=, <, <=, >, >=, IN, LIKE'],
  ['code <> 1', 7, `'…'`],
  ['days like 1', 6, '=, !=, <, <=, >, >=, IN'],
  ['isActive < true', 10, '=, !=, IN'],
  [`isActive = 'true'`, 12, 'true, false'],
  ['code = 5', 8, `'…'`],
  ['code = true', 8, `'…'`],
  ['code like 5', 11, `'…'`],
  [`days = '5'`, 8, '0'],
  ['days = 1e5', 8, '0'],
  ['days = 1234567890123456789', 8, '0'],
  ['from = 2026-02-30', 8, '2026-06-30'],
  ['from = 0000-01-01', 8, '2026-06-30'],
  ['from = 2026-02-28T00:00:00Z', 8, '2026-06-30'],
  ['createdAt = 2026-02-30T00:00:00Z', 13, '2026-06-30, 2026-06-30T09:30:00Z'],
  ['createdAt = 2026-02-28T24:00:00Z', 13, '2026-06-30, 2026-06-30T09:30:00Z'],
  [`code = 'open`, 13, `'`],
  [`code = "it's`, 13, `"`],
  [`code = 'a' code = 'b'`, 12, 'AND, OR'],
  [`code = 'a' and`, 15, `${fields}, (`],
  [`(code = 'a'`, 12, 'AND, OR, )'],
  [`code = 'a')`, 11, 'AND, OR'],
  [`code in 'a'`, 9, '('],
  [`code in ()`, 10, `'…'`],
  [`code in ('a' 'b')`, 14, ',, )'],
  [`code = 'a'; drop table tag`, 11, 'AND, OR'],
  [`code = 'a' -- `, 12, 'AND, OR'],
])('%j is wrong at character %i', (text, position, expected) => {
  expect(faultOf(text)).toEqual({ position, expected })
})

test('takes brackets up to a depth, and long conditions', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}days=1${')'.repeat(depth)}`
  expect(parse(nested(20))).toMatchObject({ field: 'days' })
  expect(faultOf(nested(21))).toEqual({ position: 21, expected: fields })
  expect(parse(Array.from({ length: 5_000 }, () => 'days=1').join(' or '))).toMatchObject({ kind: 'or' })
})
