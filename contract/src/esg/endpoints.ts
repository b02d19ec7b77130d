import { z } from 'zod'
import { keyText, lineText } from '../text.ts'
import { endpoint, timestamp } from '../http.ts'
import { defaultEsgWeights, isEsgWeights } from '../rules/esg.ts'

/** The weights behind ESG scores, saved per tenant in versions (product decisions, "ESG score customization"). */

const tag = 'ESG scores'

const level = z.record(keyText(40), z.number())

/** Weights in tenths of a percent; every level names all of its parts and sums to 1,000. */
export const esgWeightsSchema = z
  .strictObject({ pillars: level, factors: z.record(keyText(40), level) })
  .refine(isEsgWeights, { params: { code: 'esg_weights_invalid' } })

const versionSchema = z.strictObject({
  /** 0: the defaults, which nobody saved. */
  version: z.number().int(),
  /** Who saved it; empty for the defaults. */
  createdBy: z.string(),
  createdAt: timestamp.nullable(),
  note: z.string(),
  /** The version it went back to. */
  restoredFrom: z.number().int().nullable(),
  /** As on the defaults, whoever saved it. */
  isDefault: z.boolean(),
})

export const esgSettingsSchema = versionSchema.extend({
  weights: z.strictObject({ pillars: level, factors: z.record(z.string(), level) }),
  /** Ids of pillars and factors that re-balancing leaves alone. */
  locked: z.array(z.string()),
})
export type EsgSettings = z.output<typeof esgSettingsSchema>
export type EsgVersion = z.output<typeof versionSchema>

const exampleVersion: EsgVersion = {
  version: 2,
  createdBy: 'ada.lindqvist@meridian-re.example',
  createdAt: '2026-03-14T09:26:53.589Z',
  note: 'More weight on physical risk',
  restoredFrom: null,
  isDefault: false,
}
const exampleSettings: EsgSettings = { ...exampleVersion, weights: defaultEsgWeights, locked: ['governance'] }
const versionNumber = z.coerce.number().int().min(0).max(1_000_000)

export const getEsgSettings = endpoint({
  id: 'getEsgSettings',
  method: 'GET',
  path: '/tenantinfo/esg',
  summary: 'Read the weights in force',
  tag,
  access: { permission: 'Admin.ViewESGScores' },
  response: esgSettingsSchema,
  etag: true,
  errors: [],
  examples: { response: exampleSettings },
})

export const listEsgVersions = endpoint({
  id: 'listEsgVersions',
  method: 'GET',
  path: '/tenantinfo/esg/versions',
  summary: 'List the versions of the weights with their weights, newest first',
  description: 'The last 100, and the defaults as version 0.',
  tag,
  access: { permission: 'Admin.ViewESGScores' },
  response: z.strictObject({ items: z.array(esgSettingsSchema) }),
  errors: [],
  examples: { response: { items: [exampleSettings] } },
})

export const saveEsgSettings = endpoint({
  id: 'saveEsgSettings',
  method: 'PUT',
  path: '/tenantinfo/esg',
  summary: 'Save weights as a new version',
  description: 'Weights are tenths of a percent. If-Match names the version they were made from; `"0"` stands for the defaults.',
  tag,
  access: { permission: 'Admin.EditESGScores' },
  body: z.strictObject({
    weights: esgWeightsSchema,
    locked: z.array(keyText(40)).max(50).default([]),
    note: lineText(200).default(''),
  }),
  response: esgSettingsSchema,
  precondition: 'required',
  etag: true,
  errors: [],
  examples: { body: { weights: defaultEsgWeights, locked: ['governance'], note: 'As agreed' }, response: exampleSettings },
})

export const restoreEsgVersion = endpoint({
  id: 'restoreEsgVersion',
  method: 'POST',
  path: '/tenantinfo/esg/versions/{version}/restore',
  summary: 'Go back to a version, as a new one; version 0 is the defaults',
  tag,
  access: { permission: 'Admin.EditESGScores' },
  params: z.strictObject({ version: versionNumber }),
  response: esgSettingsSchema,
  precondition: 'required',
  etag: true,
  errors: ['not_found'],
  examples: { params: { version: 1 }, response: exampleSettings },
})
