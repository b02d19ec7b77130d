import { z } from 'zod'
import { timestamp } from './fields.ts'
import { dateRangeDays } from './rules/date-ranges.ts'
import { exactText } from './text.ts'

/** Building blocks for the calls of logs: audit log, system log and jobs. */

/** A position in a log, as `newest`, `oldest` and `cursor` give it. */
export const logCursor = exactText(200).meta({ description: 'A position in the log, from a response' })

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
  before: logCursor.optional().meta({ description: 'Only entries older than this position' }),
  after: logCursor.optional().meta({ description: 'Only entries newer than this position, starting with the oldest' }),
}

/** A part of a log, newest first. */
export const logPartOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    items: z.array(item),
    newest: logCursor.nullable().meta({ description: 'For `after`; null if there are no items' }),
    oldest: logCursor.nullable().meta({ description: 'For `before`; null on the last page' }),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    examinedTo: timestamp.nullable().meta({
      description: 'Where the call stopped after examining 50,000 entries; continue there with `oldest` or `newest`',
    }),
    from: timestamp.nullable(),
    until: timestamp.nullable(),
  })

/** A part of a log of which older entries are dropped. */
export const keptLogPartOf = <T extends z.ZodType>(item: T) =>
  logPartOf(item).extend({
    keptDays: z.number().int().meta({ description: "How long entries are kept; older ones aren't returned" }),
  })

/** A month of a log that left the database. */
export const logArchiveSchema = z.strictObject({
  archiveId: z.uuid(),
  month: z.string().meta({ description: 'Such as `2019-03`, in UTC' }),
  part: z.number().int().meta({ description: 'More than 1 if entries of the month arrived after it was archived' }),
  rowCount: z.number().int(),
  sizeBytes: z.number().int().meta({ description: 'Of the compressed file' }),
  sha256: z.string().meta({ description: 'Of the compressed file, in hexadecimal' }),
  archivedAt: timestamp,
})
export type LogArchive = z.output<typeof logArchiveSchema>

export const listLogArchivesResponse = z.strictObject({ items: z.array(logArchiveSchema) })
export const logArchiveParams = z.strictObject({ archiveId: z.uuid() })

/** What the documentation shows. */
export const exampleLogArchive: LogArchive = {
  archiveId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44',
  month: '2019-03',
  part: 1,
  rowCount: 18_204,
  sizeBytes: 702_118,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  archivedAt: '2026-04-02T03:26:11.000Z',
}
