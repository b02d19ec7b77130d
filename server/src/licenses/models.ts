import { sql } from 'kysely'
import type { ModelEntitlement } from '@steward/contract/licenses/schemas'
import type { listModelEntitlements } from '@steward/contract/licenses/endpoints'
import type { QueryOf } from '@steward/contract/http'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, tenantIdOf, withTenant } from '../db/tenant.ts'
import { type ModelColumns, type Models, indexed, pageOf } from './model-search.ts'

/** Maximum cached rows of all tenants together; about 100 bytes each. */
const mostRows = 2_000_000
/** Rows per query, so that other requests are handled in between. */
const chunk = 5_000

interface Known {
  models: Promise<Models>
  fingerprint: string
  rows: number
}

export interface ModelCatalog {
  list(ctx: TenantContext, query: QueryOf<typeof listModelEntitlements>): Promise<{ items: ModelEntitlement[]; totalCount: number }>
  close(): void
}

/**
 * Returns pages of model entitlements from a cache (docs/adr/019), in a millisecond or two for 200,000 rows. An entry is
 * dropped when the tenant's models change, and each call checks whether the last batch is still the cached one.
 */
export function createModelCatalog({ db, changes, now }: { db: Db; changes: ChangeListener; now: () => Date }): ModelCatalog {
  const known = new Map<string, Known>()
  const stop = changes.onChange((message) => {
    if (message.kind === 'changed') {
      if (message.tables.includes('model_entitlement')) known.delete(message.tenantId)
    } else if (message.kind === 'missed' || message.tables.includes('model_entitlement')) known.clear()
  })

  async function modelsOf(ctx: TenantContext): Promise<Models> {
    const fingerprint = await withTenant(db, ctx, readFingerprint, { readOnly: true })
    const found = known.get(ctx.tenantId)
    if (found?.fingerprint === fingerprint) {
      // Evicts the least recently used.
      known.delete(ctx.tenantId)
      known.set(ctx.tenantId, found)
      return found.models
    }
    const entry: Known = { fingerprint, rows: 0, models: withTenant(db, ctx, readModels, { readOnly: true }) }
    known.set(ctx.tenantId, entry)
    try {
      entry.rows = (await entry.models).ids.length
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
    return entry.models
  }

  return {
    async list(ctx, query) {
      return pageOf(await modelsOf(ctx), query, now().getTime())
    },
    close: stop,
  }
}

/** Identifies a batch, also for a process that missed its change event. */
async function readFingerprint(tx: TenantTransaction): Promise<string> {
  const row = await tx.selectFrom('entitlement_ingest').select(['version', 'ingested_at']).where('kind', '=', 'model').executeTakeFirst()
  return row ? `${row.version} ${row.ingested_at.getTime()}` : ''
}

type Row = [id: string, productCode: string, productName: string, continent: string, peril: string, start: number, end: number]

async function readModels(tx: TenantTransaction): Promise<Models> {
  await sql`declare models no scroll cursor for
    select json_build_array(entitlement_id, product_code, product_name, continent, peril,
             extract(epoch from start_date) * 1000, extract(epoch from end_date) * 1000)::text as row
      from model_entitlement where tenant_id = ${tenantIdOf(tx)}::uuid
     order by product_name, continent, peril, product_code, entitlement_id`.execute(tx)
  const products = new Distinct<ModelColumns['products'][number]>()
  const areas = new Distinct<ModelColumns['areas'][number]>()
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
  return indexed({
    products: products.values,
    areas: areas.values,
    product: Uint32Array.from(product ?? []),
    area: Uint32Array.from(area ?? []),
    start: Float64Array.from(start ?? []),
    end: Float64Array.from(end ?? []),
    ids,
  })
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
