import { cached } from '../i18n/format.ts'

/** A percentage as it is read: "25%". */
export const formatShare = (percentage: number): string =>
  cached('share', (locale) => new Intl.NumberFormat(locale, { style: 'percent' })).format(percentage / 100)
