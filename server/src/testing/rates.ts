import { sql } from 'kysely'
import { asOwner, operator } from '../db/tenant.ts'
import type { TestApp, TestTenant } from './app.ts'

/** A rate as in a file: code, day, rate. */
export type TestRate = readonly [currencyCode: string, asOfDate: string, exchangeRate: string]

export interface TestScheme {
  tenantId: string
  currencySchemeId: string
  currencySchemeCode: string
}

/** A scheme with the anchor USD, and the currencies of the tenant. */
export async function buildScheme(
  { db }: TestApp,
  { tenantId }: TestTenant,
  wanted: { code: string; isDefault?: boolean; currencies?: Record<string, string>; intervalDays?: number; createdAt?: Date },
): Promise<TestScheme> {
  const by = { created_by: 'tester', updated_by: 'tester' }
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const currencies = Object.entries({ USD: 'US dollar', ...wanted.currencies })
      await tx
        .insertInto('currency')
        .values(currencies.map(([currency_code, currency_name]) => ({ tenant_id: tenantId, currency_code, currency_name, ...by })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const scheme = await tx
        .insertInto('currency_scheme')
        .values({
          tenant_id: tenantId,
          currency_scheme_code: wanted.code,
          currency_scheme_name: `Scheme ${wanted.code}`,
          anchor_currency_code: 'USD',
          is_default: wanted.isDefault ?? false,
          update_interval_in_days: wanted.intervalDays ?? 0,
          ...(wanted.createdAt ? { created_at: wanted.createdAt } : {}),
          ...by,
        })
        .returning('currency_scheme_id')
        .executeTakeFirstOrThrow()
      return { tenantId, currencySchemeId: scheme.currency_scheme_id, currencySchemeCode: wanted.code }
    },
    { tenantId, actor: operator },
  )
}

/** A vintage with rates; a draft unless `publishedAt` is given. Returns its id. */
export async function buildVintage(
  { db }: TestApp,
  { tenantId, currencySchemeId }: TestScheme,
  wanted: { vintage: string; rates?: readonly TestRate[]; publishedAt?: Date },
): Promise<string> {
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const { currency_vintage_id: id } = await tx
        .insertInto('currency_vintage')
        .values({ tenant_id: tenantId, currency_scheme_id: currencySchemeId, vintage: wanted.vintage, created_by: 'tester' })
        .returning('currency_vintage_id')
        .executeTakeFirstOrThrow()
      const rates = wanted.rates ?? []
      await sql`
        insert into currency_rate (tenant_id, currency_vintage_id, currency_code, as_of_date, exchange_rate)
        select ${tenantId}, ${id}, * from unnest(${rates.map(([code]) => code)}::text[], ${rates.map(([, day]) => day)}::date[],
                                                 ${rates.map(([, , rate]) => rate)}::numeric[])`.execute(tx)
      const ofVintage = sql`tenant_id = ${tenantId} and currency_vintage_id = ${id}`
      await sql`
        insert into currency_vintage_currency
        select tenant_id, currency_vintage_id, currency_code, count(*), min(as_of_date), max(as_of_date) from currency_rate
         where ${ofVintage} group by 1, 2, 3`.execute(tx)
      await sql`
        update currency_vintage set (rate_count, currency_count, first_as_of_date, last_as_of_date) = (
          select coalesce(sum(rate_count), 0), count(*), min(first_as_of_date), max(last_as_of_date) from currency_vintage_currency where ${ofVintage})
         where ${ofVintage}`.execute(tx)
      const { publishedAt } = wanted
      if (publishedAt) {
        await tx
          .updateTable('currency_vintage')
          .set({ status: 'Published', published_at: publishedAt, published_by: 'tester' })
          .where('tenant_id', '=', tenantId)
          .where('currency_vintage_id', '=', id)
          .execute()
      }
      return id
    },
    { tenantId, actor: operator },
  )
}
