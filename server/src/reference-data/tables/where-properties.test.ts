import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProblemException } from '@steward/contract/errors'
import { listCurrencySchemes } from '@steward/contract/reference-data/currencies'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { referenceDataOf } from '../../testing/reference-data.ts'
import { type Table, conditionOf } from './table.ts'
import { type Comparison, type Condition, type FieldType, type Value, parseWhere } from './where.ts'

const types = { code: 'text', days: 'number', isActive: 'boolean', from: 'day', at: 'time' } as const satisfies Record<string, FieldType>
type Field = keyof typeof types

interface Row {
  id: number
  code: string | null
  days: number | null
  isActive: boolean | null
  from: string | null
  at: string | null
}

// --- Random rows and conditions ---------------------------------------------------------------------------------------

const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', '1', '%', '_', '\\', "'", '"', ' '), maxLength: 4 })
const number = fc.integer({ min: -3, max: 3 })
const day = fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-28')
const time = fc.constantFrom('2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2026-02-01T09:30:00.500Z')
const orMissing = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 5 })

const rows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      code: orMissing(text),
      days: orMissing(number),
      isActive: orMissing(fc.boolean()),
      from: orMissing(day),
      at: orMissing(time),
    }),
    { maxLength: 8 },
  )
  .map((found) => found.map((row, id) => ({ id, ...row })))

const values: Record<FieldType, fc.Arbitrary<Value>> = {
  text: text.map((given) => ({ type: 'text', text: given })),
  number: fc.oneof(number.map(String), fc.constantFrom('0.5', '-1.0', '2.000')).map((given) => ({ type: 'number', text: given })),
  boolean: fc.boolean().map((isTrue) => ({ type: 'boolean', isTrue })),
  day: day.map((given) => ({ type: 'day', text: given })),
  time: fc.oneof(
    day.map((given): Value => ({ type: 'day', text: given })),
    fc.oneof(time, fc.constant('2026-02-01T01:00:00+01:00')).map((given): Value => ({ type: 'time', text: given })),
  ),
}

// Object.keys loses the type of the keys.
const field = fc.constantFrom(...(Object.keys(types) as Field[]))
const operator = fc.constantFrom<Comparison[]>('=', '!=', '<', '<=', '>', '>=')

const leaf: fc.Arbitrary<Condition<Field>> = fc.oneof(
  fc.tuple(field, operator).chain(([name, symbol]) =>
    values[types[name]].map((value): Condition<Field> => ({
      kind: 'compare',
      field: name,
      operator: value.type === 'boolean' && symbol !== '=' ? '!=' : symbol,
      value,
    })),
  ),
  field.chain((name) =>
    fc
      .array(values[types[name]], { minLength: 1, maxLength: 3 })
      .map((given): Condition<Field> => ({ kind: 'in', field: name, values: given })),
  ),
  fc
    .string({ unit: fc.constantFrom('*', 'a', 'B', 'É', '%', '_', '\\'), maxLength: 4 })
    .map((pattern): Condition<Field> => ({ kind: 'like', field: 'code', pattern })),
)

const condition = fc.letrec<{ tree: Condition<Field> }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([kind, parts]) => ({ kind, parts })),
  ),
})).tree

/** How a condition is written: the same one can be written in several ways. */
interface Style {
  quote: `'` | '"'
  upper: boolean
  space: ' ' | '  '
  /** Brackets that change nothing. */
  extra: boolean
}

const style: fc.Arbitrary<Style> = fc.record({
  quote: fc.constantFrom(`'`, '"'),
  upper: fc.boolean(),
  space: fc.constantFrom(' ', '  '),
  extra: fc.boolean(),
})

function print(tree: Condition, style: Style): string {
  const { space } = style
  const word = (plain: string) => (style.upper ? plain.toUpperCase() : plain)
  const quoted = (plain: string) => style.quote + plain.replaceAll(style.quote, style.quote.repeat(2)) + style.quote
  const valueOf = (value: Value) =>
    value.type === 'text' ? quoted(value.text) : value.type === 'boolean' ? word(String(value.isTrue)) : value.text
  switch (tree.kind) {
    case 'and':
    case 'or':
      return tree.parts
        .map((part) => {
          const inner = print(part, style)
          const isFree = !('parts' in part) || (tree.kind === 'or' && part.kind === 'and')
          return isFree && !style.extra ? inner : `(${inner})`
        })
        .join(`${space}${word(tree.kind)}${space}`)
    case 'compare':
      return `${tree.field}${space}${tree.operator}${space}${valueOf(tree.value)}`
    case 'in':
      return `${tree.field}${space}${word('in')}${space}(${tree.values.map(valueOf).join(`${space},`)})`
    case 'like':
      return `${tree.field}${space}${word('like')}${space}${quoted(tree.pattern)}`
  }
}

// --- Evaluation in memory ---------------------------------------------------------------------------------------------

const collator = new Intl.Collator('en', { sensitivity: 'variant' })

/** Less than 0, 0 or greater, as the database orders. */
function order(found: string | number | boolean, value: Value): number {
  switch (value.type) {
    case 'text': {
      const [a, b] = [String(found).toLowerCase(), value.text.toLowerCase()]
      return a === b ? 0 : collator.compare(a, b) || (a < b ? -1 : 1)
    }
    case 'number':
      return Number(found) - Number(value.text)
    case 'boolean':
      return Number(found) - Number(value.isTrue)
    case 'day':
      return collator.compare(String(found).slice(0, 10), value.text)
    case 'time':
      return Date.parse(String(found)) - Date.parse(value.text)
  }
}

const holds: Record<Comparison, (ordered: number) => boolean> = {
  '=': (ordered) => ordered === 0,
  '!=': (ordered) => ordered !== 0,
  '<': (ordered) => ordered < 0,
  '<=': (ordered) => ordered <= 0,
  '>': (ordered) => ordered > 0,
  '>=': (ordered) => ordered >= 0,
}

function matches(tree: Condition<Field>, row: Row): boolean {
  switch (tree.kind) {
    case 'and':
      return tree.parts.every((part) => matches(part, row))
    case 'or':
      return tree.parts.some((part) => matches(part, row))
    case 'compare': {
      const found = row[tree.field]
      return found === null ? tree.operator === '!=' : holds[tree.operator](order(found, tree.value))
    }
    case 'in': {
      const found = row[tree.field]
      return found !== null && tree.values.some((value) => order(found, value) === 0)
    }
    case 'like': {
      const pattern = tree.pattern
        .toLowerCase()
        .split('*')
        .map((part) => part.replace(/[\\%_]/g, '\\$&'))
        .join('.*')
      return row.code !== null && new RegExp(`^${pattern.replace(/\\([%_])/g, '$1')}$`, 's').test(row.code.toLowerCase())
    }
  }
}

// --- Properties -------------------------------------------------------------------------------------------------------

const table: Table<Field> = {
  fields: {
    code: { type: 'text', column: sql`r.code` },
    days: { type: 'number', column: sql`r.days` },
    isActive: { type: 'boolean', column: sql`r."isActive"` },
    from: { type: 'day', column: sql`r."from"` },
    at: { type: 'time', column: sql`r.at` },
  },
  rowsOf: () => sql``,
  key: sql`r.id`,
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The rows that the database finds. */
async function found(given: readonly Row[], tree: Condition<Field>): Promise<number[]> {
  const columns = sql`r (id integer, code text, days integer, "isActive" boolean, "from" date, at timestamptz)`
  const { rows } = await asOwner(app.db, 'maintenance', (tx) =>
    sql<{ id: number }>`
      select r.id from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as ${columns} where ${conditionOf(tree, table)} order by r.id`.execute(
      tx,
    ),
  )
  return rows.map(({ id }) => id)
}

test('reads what is written, and finds the same rows in the database as in memory', async () => {
  await fc.assert(
    fc.asyncProperty(rows, condition, style, async (given, tree, written) => {
      expect(parseWhere(print(tree, written), types)).toEqual(tree)
      const expected = given.filter((row) => matches(tree, row)).map(({ id }) => id)
      expect(await found(given, tree)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
}, 60_000)

const words = `code days isActive at from and OR in like ( ) = != < , ' " '' * % \\ 'a' "b" 1 -0.5 true 2026-02-01 2026-13-01 -- ; /* */ $1 ::text`
const injections = [`'; drop table tag; --`, `') or ('1'='1`, 'union select', 'pg_sleep(1)', '😀', '\u00a0', '\\x00']
const pieces = fc.constantFrom(...words.split(' '), ...injections)
const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(' ')),
  fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join('')),
)

test('takes a condition or names the place of the mistake, for any text', () => {
  fc.assert(
    fc.property(garbage, (given) => {
      try {
        parseWhere(given, types)
      } catch (error) {
        if (!(error instanceof ProblemException)) throw error
        const { position } = error.parameters
        expect(error.code).toBe('where_invalid')
        expect(position).toBeGreaterThanOrEqual(1)
        expect(position).toBeLessThanOrEqual(given.length + 1)
      }
    }),
    { numRuns: 5_000 },
  )
})

describe('requests', () => {
  test('with any text answer 200 or 400, and never more than their own rows', async () => {
    const data = await referenceDataOf(app)
    await data.saveCurrency('USD')
    await data.saveScheme('Mine')
    const other = await referenceDataOf(app)
    await other.saveCurrency('USD')
    await other.saveScheme('Theirs')
    const named: Record<string, string> = { code: 'currencySchemeCode', days: 'updateIntervalInDays', at: 'createDate', from: 'updateDate' }
    await fc.assert(
      fc.asyncProperty(garbage, async (given) => {
        const where = given.replace(/\b(code|days|at|from)\b/g, (name) => named[name] ?? name)
        const answer = await app.call(listCurrencySchemes, { query: { where } }, { token: data.token })
        expect([200, 400], JSON.stringify([where, answer.body])).toContain(answer.status)
        expect(JSON.stringify(answer.body.items ?? [])).not.toContain('Theirs')
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  test.each([
    `currencySchemeCode = 'x' OR 1=1`,
    `currencySchemeCode = 'x'' OR ''1''=''1'`,
    `currencySchemeCode = 'x\\' OR currencySchemeCode != 'x'`,
    `currencySchemeCode = "x' or '1'='1"`,
    `currencySchemeCode LIKE 'x%'`,
    `currencySchemeCode LIKE '____'`,
    `currencySchemeCode IN ('x', '''); drop table tag; --')`,
    `updateIntervalInDays = 1; delete from currency_scheme`,
    `updateIntervalInDays = (select 1)`,
    `tenant_id != ''`,
    `s.tenant_id = '0'`,
  ])('never run %s as SQL', async (where) => {
    const data = await referenceDataOf(app)
    await data.saveCurrency('USD')
    await data.saveScheme('Mine')
    const answer = await app.call(listCurrencySchemes, { query: { where } }, { token: data.token })
    expect([answer.status, answer.body.totalCount ?? answer.body.code].join(' ')).toMatch(/^(200 [01]|400 where_invalid)$/)
    expect((await app.call(listCurrencySchemes, {}, { token: data.token })).body.totalCount).toBe(1)
    if (answer.status === 200) expect(answer.body.totalCount).toBe(where.includes('!=') ? 1 : 0)
  })
})
