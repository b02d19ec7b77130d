import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { keyText } from '../text.ts'

export const openModelSchema = z.strictObject({
  modelId: z.string(),
  name: z.string(),
  provider: z.string(),
  peril: z.string(),
  region: z.string(),
  /** The version of the model. */
  modelVersion: z.string(),
  terms: z.strictObject({ version: z.string(), text: z.array(z.string()) }),
  /** The terms that were last accepted, by whom and when. If the current terms are newer, they must be accepted again. */
  accepted: z.strictObject({ version: z.string(), by: z.string(), at: timestamp, isCurrent: z.boolean() }).nullable(),
  isEnabled: z.boolean(),
  maxConcurrency: z.number().int(),
  largestConcurrency: z.number().int(),
  /** The version of the tenant's settings, for If-Match; 0 if none are saved. */
  version: z.number().int(),
})
export type OpenModel = z.output<typeof openModelSchema>

export const listOpenModelsResponse = z.strictObject({ items: z.array(openModelSchema) })

export const patchOpenModelParams = z.strictObject({ modelId: keyText(100) })

export const patchOpenModelBody = z.strictObject({
  acceptTerms: keyText(40).optional().meta({ description: 'Version of the accepted terms' }),
  isEnabled: z.boolean().optional(),
  maxConcurrency: z.number().int().min(1).max(100).optional(),
})
