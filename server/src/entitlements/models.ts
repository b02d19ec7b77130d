import { sql } from 'kysely'
import type { ModelEntitlement, listModelEntitlements } from '@steward/contract/entitlements'
import type { QueryOf } from '@steward/contract/http'
import { modelSearchText } from '@steward/contract/rules/licences'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'

/** Rows that a process remembers, of all tenants together; about 100 bytes each. */
const mostRows = 2_000_000
/** Rows read at a time, so that other requests are answered in between. */
const chunk = 5_000

/** A tenant's models in columns: many rows, few different texts; `text` is what is searched, in lower case. Rows stand in the order of the default sort. */
interface Columns {
  products: { productCode: string; productName: string; text: string }[]
  areas: { continent: string; peril: string; text: string }[]
  product: Uint32Array
  area: Uint32Array
  /** Milliseconds since 1970. */
  start: Float64Array
  end: Float64Array
  ids: string[]
  /** Row numbers in the order of other sorts, made when first asked for. */
  orders: Map<string, Uint32Array>
}

interface Known {
  columns: Promise<Columns>
  fingerprint: string
  rows: number
}

type Query = QueryOf<typeof listModelEntitlements>

export interface ModelCatalogue {
  list(ctx: TenantContext, query: Query): Promise<{ items: ModelEntitlement[]; totalCount: number }>
  close(): void
}

/**
 * Answers pages of model entitlements from memory (docs/adr/019): a search looks at the few different texts once and then compares two
 * numbers a row, so that 200,000 models take a millisecond or two. What is remembered goes when the tenant's
 * models change, and each call asks whether the last batch is still the one that was read.
 */
export function createModelCatalogue({ db, changes, now }: { db: Db; changes: ChangeListener; now: () => Date }): ModelCatalogue {
  const known = new Map<string, Known>()
  const stop = changes.onChange((message) => {
    if (message.kind === 'changed') {
      if (message.tables.includes('model_entitlement')) known.delete(message.tenantId)
    } else if (message.kind === 'missed' || message.tables.includes('model_entitlement')) known.clear()
  })

  async function columnsOf(ctx: TenantContext): Promise<Columns> {
    const fingerprint = await withTenant(db, ctx, readFingerprint, { readOnly: true })
    const found = known.get(ctx.tenantId)
    if (found?.fingerprint === fingerprint) {
      // The least recently used goes first.
      known.delete(ctx.tenantId)
      known.set(ctx.tenantId, found)
      return found.columns
    }
    const entry: Known = { fingerprint, rows: 0, columns: withTenant(db, ctx, readColumns, { readOnly: true }) }
    known.set(ctx.tenantId, entry)
    try {
      entry.rows = (await entry.columns).ids.length
    } catch (error) {
      if (known.get(ctx.tenantId) === entry) known.delete(ctx.tenantId)
      throw error
    }
    let total = 0
    for (const one of known.values()) total += one.rows
    for (const [tenantId, one] of known) {
      if (total <= mostRows || one === entry) break
      total -= one.rows
      known.delete(tenantId)
    }
    return entry.columns
  }

  return {
    async list(ctx, query) {
      return pageOf(await columnsOf(ctx), query, now().getTime())
    },
    close: stop,
  }
}

/** Tells one batch from the next, also for a process that missed the news of it. */
async function readFingerprint(tx: TenantTransaction): Promise<string> {
  const row = await tx.selectFrom('entitlement_ingest').select(['version', 'ingested_at']).where('kind', '=', 'model').executeTakeFirst()
  return row ? `${row.version} ${row.ingested_at.getTime()}` : ''
}

type Row = [id: string, productCode: string, productName: string, continent: string, peril: string, start: number, end: number]

async function readColumns(tx: TenantTransaction): Promise<Columns> {
  await sql`declare models no scroll cursor for
    select json_build_array(entitlement_id, product_code, product_name, continent, peril,
             extract(epoch from start_date) * 1000, extract(epoch from end_date) * 1000)::text as row
      from model_entitlement where tenant_id = current_tenant_id()
     order by product_name, continent, peril, product_code, entitlement_id`.execute(tx)
  const products = new Distinct<Columns['products'][number]>()
  const areas = new Distinct<Columns['areas'][number]>()
  const [product, area, start, end]: number[][] = [[], [], [], []]
  const ids: string[] = []
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(chunk)} from models`.execute(tx)
    for (const { row } of rows) {
      const [id, productCode, productName, continent, peril, startMs, endMs] = JSON.parse(row) as Row // as built above
      ids.push(id)
      product?.push(
        products.numberOf(`${productCode}\0${productName}`, () => ({
          productCode,
          productName,
          text: `${productName} ${productCode}`.toLowerCase(),
        })),
      )
      area?.push(areas.numberOf(`${continent}\0${peril}`, () => ({ continent, peril, text: `${continent} ${peril}`.toLowerCase() })))
      start?.push(startMs)
      end?.push(endMs)
    }
    if (rows.length < chunk) break
  }
  return {
    products: products.values,
    areas: areas.values,
    product: Uint32Array.from(product ?? []),
    area: Uint32Array.from(area ?? []),
    start: Float64Array.from(start ?? []),
    end: Float64Array.from(end ?? []),
    ids,
    orders: new Map(),
  }
}

class Distinct<T> {
  readonly values: T[] = []
  readonly #numbers = new Map<string, number>()
  numberOf(key: string, make: () => T): number {
    const found = this.#numbers.get(key)
    if (found !== undefined) return found
    this.#numbers.set(key, this.values.length)
    return this.values.push(make()) - 1
  }
}

/** Words of a search that count; more would not fit the bits of a number. */
const mostWords = 30

function pageOf(columns: Columns, { search, state, sort, limit, offset }: Query, now: number) {
  const words = [...new Set((search ?? '').toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, mostWords)
  const { product, area, end } = columns
  const isDescending = sort.startsWith('-')
  const order = orderOf(columns, sort.replace(/^-/, ''))
  const count = end.length
  const all = 2 ** words.length - 1
  const ofProduct = wordsIn(columns.products, words)
  const ofArea = wordsIn(columns.areas, words)
  const items: ModelEntitlement[] = []
  let totalCount = 0
  // Written out: a call for each of 200,000 rows would take most of the time.
  for (let place = 0; place < count; place++) {
    const position = isDescending ? count - 1 - place : place
    const row = order === undefined ? position : (order[position] ?? 0)
    if (((ofProduct[product[row] ?? 0] ?? 0) | (ofArea[area[row] ?? 0] ?? 0)) !== all) continue
    if (state !== undefined && (end[row] ?? 0) > now !== (state === 'licensed')) continue
    if (totalCount >= offset && items.length < limit) items.push(itemOf(columns, row, now))
    totalCount++
  }
  return { items, totalCount }
}

/** Which words stand in each text, as bits. No word has a space in it, so each stands in one of a row's texts or in none. */
const wordsIn = (texts: readonly { text: string }[], words: readonly string[]): Uint32Array =>
  Uint32Array.from(texts, ({ text }) => words.reduce((bits, word, index) => (text.includes(word) ? bits | (1 << index) : bits), 0))

/** Row numbers in the order of a sort; undefined for the order they stand in. */
function orderOf(columns: Columns, sort: string): Uint32Array | undefined {
  if (sort === 'productName') return undefined
  const made = columns.orders.get(sort)
  if (made) return made
  const ranks = ranksOf(columns, sort)
  const order = Uint32Array.from(ranks, (_, row) => row).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b)
  columns.orders.set(sort, order)
  return order
}

/** A number for each row that sorts it. */
function ranksOf({ product, area, end, products, areas }: Columns, sort: string): ArrayLike<number> {
  if (sort === 'endDate') return end
  if (sort === 'productCode') return Float64Array.from(product, ranked(products.map((one) => one.productCode)))
  return Float64Array.from(area, ranked(areas.map((one) => (sort === 'continent' ? one.continent : one.peril))))
}

/** From the number of a text to its place among the different texts. */
function ranked(texts: string[]): (number: number) => number {
  const places = new Map([...new Set(texts)].toSorted().map((text, place) => [text, place]))
  const ranks = texts.map((text) => places.get(text) ?? 0)
  return (number) => ranks[number] ?? 0
}

function itemOf({ ids, product, area, start, end, products, areas }: Columns, row: number, now: number): ModelEntitlement {
  const { productCode, productName } = products[product[row] ?? 0] ?? { productCode: '', productName: '' }
  const { continent, peril } = areas[area[row] ?? 0] ?? { continent: '', peril: '' }
  const endMs = end[row] ?? 0
  return {
    id: ids[row] ?? '',
    continent,
    productName,
    peril,
    productCode,
    startDate: new Date(start[row] ?? 0).toISOString(),
    endDate: new Date(endMs).toISOString(),
    licensed: endMs > now,
    searchText: modelSearchText({ continent, productName, peril, productCode }),
  }
}
