import { m } from '@steward/contract/paraglide/messages'
import type { Fit } from '@steward/contract/rules/allocation-fit'
import { cached } from '../i18n/format.ts'
import type { Tone } from '../ui/display/Badge.tsx'
import { formatNumber } from '../i18n/time.ts'
import { quotaLabel } from '../licenses/labels.ts'
import type { Packages } from './queries.ts'

/** A percentage: "25%". */
export const formatShare = (percentage: number): string =>
  cached('share', (locale) => new Intl.NumberFormat(locale, { style: 'percent' })).format(percentage / 100)

/** A quota, a mean or a peak in compact form: "26", "7.5", "22.5M". */
export function formatUsed(value: number): string {
  if (value < short) return cached('used', (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })).format(value)
  return cached('used-short', (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })).format(value)
}
const short = 100_000

/** All the quotas of a package: "Max Concurrent Model Runs: 20". */
export const givesOf = (packageId: string, packages: Packages): { label: string; value: string }[] =>
  (packages.find((one) => one.resourceGroupPackageId === packageId)?.definitions ?? []).map(({ name, value }) => ({
    label: quotaLabel(name),
    value: formatNumber(value),
  }))

export const fitLabels: Record<Fit, () => string> = {
  over: m.what_if_over,
  fits: m.what_if_fits,
  under: m.what_if_under,
  unknown: m.what_if_unknown,
}

export const fitTones: Record<Fit, Tone> = { over: 'danger', fits: 'success', under: 'info', unknown: 'neutral' }
