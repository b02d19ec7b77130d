import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'

/** A scheme, as rates are read from it. */
export interface RateScheme {
  currencySchemeId: string
  currencySchemeCode: string
  anchorCurrencyCode: string
}

/** A vintage and its scheme. */
export interface RateSource extends RateScheme {
  currencyVintageId: string
  vintage: string
  status: 'Draft' | 'Published'
}

/** The newest published vintage of a scheme first. */
export const newestPublished = sql`v.published_at desc, v.currency_vintage_id desc`

const schemeColumns = sql`s.currency_scheme_id as "currencySchemeId", s.currency_scheme_code as "currencySchemeCode",
  s.anchor_currency_code as "anchorCurrencyCode"`

/** The named scheme, or the default one. Names are compared in any case. */
const isWanted = (currencySchemeCode: string | undefined) =>
  currencySchemeCode === undefined ? sql`s.is_default` : sql`s.currency_scheme_key = lower(${currencySchemeCode})`

/** @throws scheme_unknown */
export async function findScheme(tx: TenantTransaction, currencySchemeCode: string | undefined): Promise<RateScheme> {
  const { rows } = await sql<RateScheme>`
    select ${schemeColumns} from currency_scheme s where s.tenant_id = ${tenantIdOf(tx)}::uuid and ${isWanted(currencySchemeCode)}`.execute(
    tx,
  )
  if (!rows[0]) throw problem('scheme_unknown')
  return rows[0]
}

/**
 * The named vintage of a scheme, or the newest published one.
 * @throws scheme_unknown, vintage_unknown
 */
export async function findSource(
  tx: TenantTransaction,
  { currencySchemeCode, vintage }: { currencySchemeCode?: string; vintage?: string },
): Promise<RateSource> {
  const tenantId = tenantIdOf(tx)
  const named = vintage === undefined ? sql`v.status = 'Published'` : sql`v.vintage_key = lower(${vintage})`
  const { rows } = await sql<Omit<RateSource, 'currencyVintageId'> & { currencyVintageId: string | null }>`
    select ${schemeColumns}, v.currency_vintage_id as "currencyVintageId", v.vintage, v.status
      from currency_scheme s
      left join lateral (select v.* from currency_vintage v
                          where v.tenant_id = ${tenantId}::uuid and v.currency_scheme_id = s.currency_scheme_id and ${named}
                          order by ${newestPublished} limit 1) v on true
     where s.tenant_id = ${tenantId}::uuid and ${isWanted(currencySchemeCode)}`.execute(tx)
  const [found] = rows
  if (!found) throw problem('scheme_unknown')
  const { currencyVintageId, ...others } = found
  if (currencyVintageId === null) throw problem('vintage_unknown')
  return { ...others, currencyVintageId }
}

/** @throws currency_unknown if a code isn't one of the tenant's currencies */
export async function mustBeCurrencies(tx: TenantTransaction, codes: Readonly<Record<string, string>>): Promise<void> {
  const known = await tx.selectFrom('currency').select('currency_code').where('currency_code', 'in', Object.values(codes)).execute()
  for (const [field, currencyCode] of Object.entries(codes)) {
    if (!known.some(({ currency_code }) => currency_code === currencyCode)) throw problem('currency_unknown', { currencyCode }, { field })
  }
}
