import { findProduct } from '@steward/contract/catalog/index'
import { quotaLabel as metricLabel } from '@steward/contract/quotas/text'
import { m } from '@steward/contract/paraglide/messages'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { cached, compareText } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import { shownTimeZone } from '../theme/preferences.ts'
import type { UsageProduct } from './queries.ts'
import type { Step } from './series.ts'

export { metricLabel }

/** Compares metrics by label. */
export const byLabel = (a: string, b: string): number => compareText(metricLabel(a), metricLabel(b))

export const rangeLabels: Record<DateRangeDays, () => string> = {
  1: m.range_1_day,
  7: m.range_7_days,
  30: m.range_30_days,
  92: m.range_92_days,
}

/** The label of a tab: the product's name, and "Platform" as in its route. */
export const tabName = ({ tab, productCode }: UsageProduct): string =>
  tab === 'platform' ? m.metrics_platform() : productName(productCode)

const productName = (productCode: string): string => findProduct(productCode)?.productName ?? productCode

/** "12.5M", "31M" or "16.5". British English would write "12.5m", which reads as meters or as a thousandth. */
export const formatCompact = (value: number): string =>
  cached(
    'compact',
    (locale) => new Intl.NumberFormat(locale.startsWith('en') ? 'en-US' : locale, { notation: 'compact', maximumFractionDigits: 1 }),
  ).format(value)

/** "12,512,004.25" */
export const formatExact = (value: number): string =>
  cached('exact', (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })).format(value)

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** "8.4 TB", in powers of 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return formatNumber(0)
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const unit = byteUnits[power] ?? 'byte'
  return cached(`bytes-${unit}`, (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })).format(
    bytes / 1000 ** power,
  )
}

/** "8,412,000,000,000 bytes" */
export const formatExactBytes = (bytes: number): string => m.storage_bytes({ bytes: formatNumber(Math.round(bytes)) })

/** Days are days in UTC, hours are in the user's time zone. */
const zoneOf = (step: Step): string | undefined => (step === 'day' ? 'UTC' : shownTimeZone())

const timeFormats: Record<Step, Intl.DateTimeFormatOptions> = {
  hour: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { dateStyle: 'medium' },
}

/** The time of a point, in full. */
export const timeFormat = (step: Step) => (time: string) =>
  cached(
    `metrics-${step}@${zoneOf(step) ?? ''}@`,
    (locale) => new Intl.DateTimeFormat(locale, { ...timeFormats[step], timeZone: zoneOf(step) }),
  ).format(Date.parse(time))

/** The time of a point on the axis: of a single day its hours, otherwise the days. */
export const tickFormat = (step: Step, days: DateRangeDays) => (time: string) =>
  cached(
    `metrics-tick-${days === 1}-${step}@${zoneOf(step) ?? ''}@`,
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        ...(days === 1 ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
        timeZone: zoneOf(step),
      }),
  ).format(Date.parse(time))
