import { typedNumber } from '../../i18n/decimals.ts'

export type DurationUnit = 'minutes' | 'hours' | 'days'

export const unitMinutes: Record<DurationUnit, number> = { minutes: 1, hours: 60, days: 1_440 }

/** The longest unit of which a number of minutes is a whole multiple. */
export const unitOf = (minutes: number): DurationUnit => (minutes % 1_440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes')

/** What a form keeps of a duration: minutes as text, empty for the default; other texts stay as they were typed. */
export function minutesOf(text: string, unit: DurationUnit): string {
  const amount = typedNumber(text)
  return amount === undefined ? text.trim() : String(Math.round(amount * unitMinutes[unit] * 1e4) / 1e4)
}

/** The amount and unit that show the minutes of a form; `unit` where the form has no whole number. */
export function shownDuration(minutes: string, unit: DurationUnit): { text: string; unit: DurationUnit } {
  const amount = /^\d+$/.test(minutes) ? Number(minutes) : 0
  if (amount === 0) return { text: minutes, unit }
  const fitting = unitOf(amount)
  return { text: String(amount / unitMinutes[fitting]), unit: fitting }
}
