import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { sql } from 'kysely'
import type { Db } from '../../server/src/db/pool.ts'
import { asOwner } from '../../server/src/db/tenant.ts'

/** Invented rates of 160 currencies, a day each, against USD. */

export const schemeCode = 'BENCH'
const anchor = 'USD'
const currencyCount = 160
const by = { created_by: 'bench', updated_by: 'bench' }
const dayMs = 86_400_000
const firstDay = Date.UTC(1850, 0, 1)

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const codes = Array.from({ length: currencyCount }, (_, index) => `X${letters[Math.trunc(index / 26)]}${letters[index % 26]}`)

/** Lines of CSV in the order of their keys, a thousand at a time. `prefix` comes before each. */
export function* rateLines(count: number, prefix = ''): Generator<string> {
  const days = Math.ceil(count / currencyCount)
  const dates = Array.from({ length: days }, (_, index) => new Date(firstDay + index * dayMs).toISOString().slice(0, 10))
  let text = ''
  for (let index = 0; index < count; index++) {
    const rate = (1 + 0.3 * Math.sin(index) + (index % 89)).toFixed(6)
    text += `${prefix}${codes[Math.trunc(index / days)]},${dates[index % days]},${rate}\n`
    if (index % 1_000 < 999 && index + 1 < count) continue
    yield text
    text = ''
  }
}

/** Creates the scheme and its currencies; returns the scheme's id. */
export function addScheme(db: Db, tenantId: string): Promise<string> {
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const currency = (code: string) => ({ tenant_id: tenantId, currency_code: code, currency_name: `Currency ${code}`, ...by })
      await tx
        .insertInto('currency')
        .values([anchor, ...codes].map(currency))
        .execute()
      const scheme = { currency_scheme_code: schemeCode, currency_scheme_name: 'Bench', anchor_currency_code: anchor, is_default: true }
      const { currency_scheme_id: id } = await tx
        .insertInto('currency_scheme')
        .values({ tenant_id: tenantId, ...scheme, ...by })
        .returning('currency_scheme_id')
        .executeTakeFirstOrThrow()
      return id
    },
    { tenantId },
  )
}

/** Adds a draft; returns its id. */
export function addDraft(db: Db, tenantId: string, schemeId: string, vintage: string): Promise<string> {
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const { currency_vintage_id: id } = await tx
        .insertInto('currency_vintage')
        .values({ tenant_id: tenantId, currency_scheme_id: schemeId, vintage, created_by: 'bench' })
        .returning('currency_vintage_id')
        .executeTakeFirstOrThrow()
      return id
    },
    { tenantId },
  )
}

/** Adds a published vintage with this many rates, past the server. */
export async function addVintage(db: Db, tenantId: string, schemeId: string, vintage: string, rateCount: number): Promise<void> {
  const id = await addDraft(db, tenantId, schemeId, vintage)
  await copyRates(db, 'currency_rate', rateLines(rateCount, `${tenantId},${id},`))
  const ofVintage = sql`tenant_id = ${tenantId}::uuid and currency_vintage_id = ${id}::uuid`
  await asOwner(
    db,
    'operator',
    async (tx) => {
      await sql`
        insert into currency_vintage_currency
        select tenant_id, currency_vintage_id, currency_code, count(*), min(as_of_date), max(as_of_date)
          from currency_rate where ${ofVintage} group by 1, 2, 3`.execute(tx)
      await sql`
        update currency_vintage
           set rate_count = ${rateCount}, currency_count = ${currencyCount}, status = 'Published', published_at = now(), published_by = 'bench',
               first_as_of_date = '1850-01-01', last_as_of_date = '1850-01-01'
         where ${ofVintage}`.execute(tx)
    },
    { tenantId },
  )
}

/** COPY of lines into a table. */
export async function copyRates(db: Db, table: string, lines: Iterable<string>): Promise<void> {
  const client = await db.connect()
  try {
    await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${table} from stdin (format csv)`)))
  } finally {
    await client.end()
  }
}
