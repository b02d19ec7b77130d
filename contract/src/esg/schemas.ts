import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { isEsgWeights } from '../rules/esg.ts'
import { keyText, lineText } from '../text.ts'

const level = z.record(keyText(40), z.number())

/** Weights in tenths of a percent. Every level has all of its parts and sums to 1,000. */
export const esgWeightsSchema = z
  .strictObject({ pillars: level, factors: z.record(keyText(40), level) })
  .refine(isEsgWeights, { params: { code: 'esg_weights_invalid' } })

const versionSchema = z.strictObject({
  /** 0 for the defaults, which are not saved. */
  version: z.number().int(),
  /** Who saved it; empty for the defaults. */
  createdBy: z.string(),
  createdAt: timestamp.nullable(),
  note: z.string(),
  /** The version that this one restored. */
  restoredFrom: z.number().int().nullable(),
  /** Whether the weights equal the defaults. */
  isDefault: z.boolean(),
})

export const esgSettingsSchema = versionSchema.extend({
  weights: z.strictObject({ pillars: level, factors: z.record(z.string(), level) }),
  /** Ids of locked pillars and factors, which re-balancing does not change. */
  locked: z.array(z.string()),
})
export type EsgSettings = z.output<typeof esgSettingsSchema>
export type EsgVersion = z.output<typeof versionSchema>

const versionNumber = z.coerce.number().int().min(0).max(1_000_000)

export const listEsgVersionsResponse = z.strictObject({ items: z.array(esgSettingsSchema) })

export const saveEsgSettingsBody = z.strictObject({
  weights: esgWeightsSchema,
  locked: z.array(keyText(40)).max(50).default([]),
  note: lineText(200).default(''),
})

export const restoreEsgVersionParams = z.strictObject({ version: versionNumber })
