import { cached } from '../i18n/format.ts'

/** Tenths of a percent as a number of percent. */
export const percentOf = (weight: number): number => weight / 10

/** Formats tenths of a percent: "45.0 %". */
export const formatWeight = (weight: number): string =>
  cached(
    'weight',
    (locale) => new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  ).format(weight / 1_000)

/** A score from 0 to 100. */
export const formatScore = (score: number): string =>
  cached('score', (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })).format(score)

/** The change of a score, with its sign. */
export const formatMove = (move: number): string =>
  cached(
    'score-move',
    (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
  ).format(move)
