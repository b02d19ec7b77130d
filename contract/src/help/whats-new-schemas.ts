import { z } from 'zod'
import { keyText } from '../text.ts'

const entryId = keyText(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .meta({ example: 'job-log' })

/** A run of text in one style. */
const newsSpan = z.strictObject({ style: z.enum(['plain', 'strong', 'emphasis', 'code']), text: z.string() })
export type NewsSpan = z.output<typeof newsSpan>

/** A paragraph has one item, a list one for each line. */
const newsBlock = z.strictObject({ kind: z.enum(['paragraph', 'list']), items: z.array(z.array(newsSpan)) })
export type NewsBlock = z.output<typeof newsBlock>

const newsEntry = z.strictObject({
  entryId,
  /** The day (ISO 8601). */
  date: z.iso.date(),
  title: z.string(),
  /** Of the text; `en` where a translation is missing. */
  language: z.string(),
  blocks: z.array(newsBlock),
  page: z.string().nullable().meta({ description: 'The page of the console that it is about', example: '/monitoring/job-log' }),
  isUnread: z.boolean(),
})
export type NewsEntry = z.output<typeof newsEntry>

/** Newest first; only what the caller can use. */
export const listWhatsNewResponse = z.strictObject({ items: z.array(newsEntry) })

export const markWhatsNewSeenBody = z.strictObject({
  entryId: entryId.meta({ description: 'The newest entry that was shown; older ones count as read, too' }),
})
