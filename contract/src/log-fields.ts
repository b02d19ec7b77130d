import { z } from 'zod'
import { timestamp } from './fields.ts'
import { dateRangeDays } from './rules/date-ranges.ts'
import { exactText } from './text.ts'

/** Building blocks for the calls of logs: audit log, system log and jobs. */

/** A position in a log, as `newest`, `oldest` and `cursor` give it. */
export const logCursor = exactText(200).meta({ description: 'A position in the log, as answers give it' })

/** The range of a filter: its days, or its times. */
export const logRange = {
  days: z.coerce
    .number()
    .refine((days) => dateRangeDays.some((range) => range === days))
    .optional()
    .meta({ description: 'A range that ends now: 1, 7, 30 or 92 days. Default: 7, unless `from` or `until` is given' }),
  from: timestamp.optional(),
  until: timestamp.optional(),
}

export const logPaging = {
  limit: z.coerce.number().int().min(1).max(500).default(20),
  before: logCursor.optional().meta({ description: 'Only what is older than this position' }),
  after: logCursor.optional().meta({ description: 'Only what is newer than this position, and the oldest of it' }),
}

/** A part of a log, newest first. */
export const logPartOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    items: z.array(item),
    newest: logCursor.nullable().meta({ description: 'For `after`; null without items' }),
    oldest: logCursor.nullable().meta({ description: 'For `before`; null if nothing is left' }),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    examinedTo: timestamp.nullable().meta({
      description: 'Where the call stopped because it had looked at 50,000 entries; continue there with `oldest` or `newest`',
    }),
    from: timestamp.nullable(),
    until: timestamp.nullable(),
  })

/** A part of a log of which older entries are dropped. */
export const keptLogPartOf = <T extends z.ZodType>(item: T) =>
  logPartOf(item).extend({
    keptDays: z.number().int().meta({ description: 'How long entries are kept; older ones are not answered' }),
  })
