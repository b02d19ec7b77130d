import { type FieldFault, problem } from '@steward/contract/errors'
import type { LogRetention } from '@steward/contract/rules/settings-schemas'
import type { RetentionLimits } from '../../config.ts'

export type LogName = 'auditLog' | 'systemLog'
/** For how many days each log is kept. */
export type KeptDays = Readonly<Record<LogName, number>>
/** The operator's defaults and limits. */
export type LogLimits = Readonly<Record<LogName, RetentionLimits>>

/** The operator's limits also apply to settings that were saved under others. */
export function keptDaysOf({ auditLogDays, systemLogDays }: LogRetention, limits: LogLimits): KeptDays {
  const within = (days: number | null, { defaultDays, minimumDays, maximumDays }: RetentionLimits) =>
    Math.min(Math.max(days ?? defaultDays, minimumDays), maximumDays)
  return { auditLog: within(auditLogDays, limits.auditLog), systemLog: within(systemLogDays, limits.systemLog) }
}

/** @throws invalid_request with the operator's limit for the field */
export function mustBeWithinLimits({ auditLogDays, systemLogDays }: LogRetention, limits: LogLimits): void {
  const wanted = [
    ['auditLogDays', auditLogDays, limits.auditLog],
    ['systemLogDays', systemLogDays, limits.systemLog],
  ] as const
  const fields = wanted.flatMap(([name, days, { minimumDays, maximumDays }]): FieldFault[] => {
    const field = `value.${name}`
    if (days === null) return []
    if (days < minimumDays) return [{ field, code: 'too_small', parameters: { minimum: minimumDays } }]
    return days > maximumDays ? [{ field, code: 'too_big', parameters: { maximum: maximumDays } }] : []
  })
  if (fields.length > 0) throw problem('invalid_request', {}, { fields })
}
