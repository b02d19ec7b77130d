import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/types.ts'

/**
 * Tags, currencies, and two schemes with three vintages of twelve years each. The rates are invented: a smooth curve for each
 * currency, from its code alone, so that every demo tenant has the same. Each vintage revises a few rates of the one before.
 */

const tags = [
  'renewal_2026',
  'renewal_2027',
  'treaty_property',
  'treaty_casualty',
  'facultative',
  'us_wind',
  'eu_flood',
  'jp_quake',
  'climate_scenario',
  'board_report',
  'solvency_ii',
  'data_quality',
]
const retiredTags = ['renewal_2024', 'pilot']

/** ISO 4217, without precious metals and accounting units. */
const codes = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP ' +
  'DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT ' +
  'LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD ' +
  'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD ' +
  'XOF XPF YER ZAR ZMW CLF UYI MXV BOV CHE CHW COU'
)
  .split(' ')
  .slice(0, 160)

const nameMaximum = 16
const schemes = [
  { code: 'GROUP', name: 'Group reporting', anchor: 'USD', intervalDays: 92, isDefault: true, monthsSinceNewest: 1 },
  { code: 'SOLVENCY', name: 'Solvency reporting', anchor: 'EUR', intervalDays: 92, isDefault: false, monthsSinceNewest: 5 },
] as const
const source = 'Invented for the demo'
const months = 144
const monthsBetweenVintages = 3
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const publishedAfterMs = 6 * dayMs + 10 * hourMs

interface Demo {
  tenantId: string
  by: string
}

/** Adds tags, currencies and schemes, as of `at`. */
export async function addReferenceData(tx: Transaction<Database>, { tenantId, by }: Demo, at: Date): Promise<void> {
  const mine = { tenant_id: tenantId, created_by: by, updated_by: by, created_at: at, updated_at: at }
  await tx
    .insertInto('tag')
    .values([
      ...tags.map((tag_name) => ({ ...mine, tag_name })),
      ...retiredTags.map((tag_name) => ({ ...mine, tag_name, is_active: false })),
    ])
    .execute()
  await tx
    .insertInto('currency')
    .values(codes.map((code) => ({ ...mine, currency_code: code, currency_name: shortName(code) })))
    .execute()
  await tx
    .insertInto('currency_scheme')
    .values(
      schemes.map((scheme) => ({
        ...mine,
        currency_scheme_code: scheme.code,
        currency_scheme_name: scheme.name,
        anchor_currency_code: scheme.anchor,
        source_name: source,
        update_interval_in_days: scheme.intervalDays,
        is_default: scheme.isDefault,
      })),
    )
    .execute()
}

interface DemoVintage {
  scheme: (typeof schemes)[number]
  revision: number
  /** Days of the rates, oldest first. */
  dates: readonly string[]
  publishedAt: Date
}

/** The vintages of both schemes as of `now`, in the order they were published. */
export function demoVintages(now: number): DemoVintage[] {
  return schemes
    .flatMap((scheme) =>
      [0, 1, 2].map((revision) => {
        const monthsAgo = scheme.monthsSinceNewest + (2 - revision) * monthsBetweenVintages
        const dates = Array.from({ length: months }, (_, index) => monthEnd(now, monthsAgo + months - 1 - index))
        return { scheme, revision, dates, publishedAt: new Date(Date.parse(dates.at(-1) ?? '') + publishedAfterMs) }
      }),
    )
    .toSorted((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
}

/** Adds a vintage with its rates, published when it is made. */
export async function addVintage(tx: Transaction<Database>, { tenantId, by }: Demo, of: DemoVintage): Promise<void> {
  const { dates, revision, publishedAt } = of
  const { code: schemeCode, anchor } = of.scheme
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const others = codes.filter((code) => code !== anchor)
  const { currency_scheme_id: schemeId } = await tx
    .selectFrom('currency_scheme')
    .select('currency_scheme_id')
    .where('tenant_id', '=', tenantId)
    .where('currency_scheme_code', '=', schemeCode)
    .executeTakeFirstOrThrow()
  const { currency_vintage_id: vintageId } = await tx
    .insertInto('currency_vintage')
    .values({
      tenant_id: tenantId,
      currency_scheme_id: schemeId,
      vintage: last.slice(0, 7),
      source_name: source,
      created_by: by,
      created_at: publishedAt,
    })
    .returning('currency_vintage_id')
    .executeTakeFirstOrThrow()
  for (const code of others) {
    const rates = dates.map((date) => rateOf(code, anchor, date, revision))
    await sql`
      insert into currency_rate (tenant_id, currency_vintage_id, currency_code, as_of_date, exchange_rate)
      select ${tenantId}::uuid, ${vintageId}::uuid, ${code}, as_of_date, exchange_rate
        from unnest(${dates}::date[], ${rates}::numeric[]) rate (as_of_date, exchange_rate)`.execute(tx)
  }
  await tx
    .insertInto('currency_vintage_currency')
    .values(
      others.map((code) => ({
        tenant_id: tenantId,
        currency_vintage_id: vintageId,
        currency_code: code,
        rate_count: dates.length,
        first_as_of_date: first,
        last_as_of_date: last,
      })),
    )
    .execute()
  await tx
    .updateTable('currency_vintage')
    .set({
      status: 'Published',
      first_as_of_date: first,
      last_as_of_date: last,
      currency_count: others.length,
      rate_count: others.length * dates.length,
      published_by: by,
      published_at: publishedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('currency_vintage_id', '=', vintageId)
    .execute()
}

/** The last day of a month that is over for a week: 1 for the newest one, 2 for the one before. */
function monthEnd(now: number, monthsAgo: number): string {
  const weekAgo = new Date(now - 7 * dayMs)
  return new Date(Date.UTC(weekAgo.getUTCFullYear(), weekAgo.getUTCMonth() - monthsAgo + 1, 0)).toISOString().slice(0, 10)
}

/** Names in the form's sixteen characters: "Euro", or "AED Dirham" for the long ones. */
function shortName(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code
  if (name.length <= nameMaximum) return name
  return `${code} ${name.split(' ').at(-1)}`.replaceAll(/[%'<>/?*()]/g, '').slice(0, nameMaximum)
}

/** A number from 0 to 1 that depends on the text alone (FNV-1a). */
function fraction(text: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return (hash >>> 0) / 4_294_967_296
}

/** Levels near the real ones for the currencies that people know, in units per US dollar; the others get one from their code. */
const levels: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.9,
  GBP: 0.77,
  CHF: 0.93,
  CAD: 1.32,
  AUD: 1.45,
  NZD: 1.55,
  JPY: 125,
  CNY: 6.9,
  HKD: 7.8,
  SGD: 1.36,
  KRW: 1_200,
  INR: 74,
  SEK: 9.4,
  NOK: 9.1,
  DKK: 6.7,
  PLN: 3.9,
  CZK: 22.5,
  HUF: 310,
  TRY: 9,
  MXN: 19,
  BRL: 4.4,
  ZAR: 15.5,
  AED: 3.67,
  SAR: 3.75,
  ILS: 3.5,
  THB: 34,
  IDR: 14_500,
  VND: 23_300,
}

/** Units of a currency per unit of account on a day: its level, a trend and two waves. The dollar is the unit of account. */
function value(code: string, date: string): number {
  if (code === 'USD') return 1
  const years = (Date.parse(date) - Date.UTC(2014, 0, 1)) / (365.25 * dayMs)
  const known = levels[code]
  const level = known ?? 10 ** (fraction(`${code} level`) * 4 - 1)
  const trend = (fraction(`${code} trend`) - 0.35) * (known === undefined ? 0.06 : 0.02) * years
  const wave = 0.08 * Math.sin(years * 1.7 + fraction(`${code} wave`) * 6.3) + 0.02 * Math.sin(years * 9 + fraction(`${code} ripple`) * 6.3)
  return level * Math.exp(trend + wave)
}

/** Six significant digits; the anchor's value is divided out. One rate in three hundred is revised in each later vintage, a few by a lot. */
function rateOf(code: string, anchor: string, date: string, revision: number): string {
  let rate = value(code, date) / value(anchor, date)
  for (let later = 1; later <= revision; later++) {
    const chance = fraction(`${code} ${date} ${later}`)
    if (chance < 1 / 300) rate *= chance < 1 / 6_000 ? 1.31 : 1.004
  }
  return Number(rate.toPrecision(6)).toFixed(Math.max(0, 5 - Math.floor(Math.log10(rate))))
}
