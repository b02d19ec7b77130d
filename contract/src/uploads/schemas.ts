import { z } from 'zod'

/** The id under which a client asks for the progress of its upload. */
const uploadId = z.uuid().meta({ description: 'Chosen by the client, to read the progress while the request runs' })

/** The query of an upload. */
export const uploadQuery = z.strictObject({ uploadId: uploadId.optional() })

export const uploadProgressQuery = z.strictObject({ uploadId })

export const uploadProgressSchema = z.strictObject({
  step: z.enum(['reading', 'saving']).nullable().meta({ description: 'null: the upload hasn’t begun or has ended' }),
  lines: z.number().int().meta({ description: 'Lines read so far; in the second step, lines processed' }),
  totalLines: z.number().int().nullable().meta({ description: 'Lines of the file; null until all were read' }),
})
