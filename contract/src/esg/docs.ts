import { operations } from '../operations.ts'
import { defaultEsgWeights } from '../rules/esg.ts'
import * as endpoints from './endpoints.ts'
import {
  esgSettingsSchema,
  listEsgVersionsResponse,
  restoreEsgVersionParams,
  saveEsgSettingsBody,
  type EsgSettings,
  type EsgVersion,
} from './schemas.ts'

const tag = 'ESG scores'

const exampleVersion: EsgVersion = {
  version: 2,
  createdBy: 'ada.lindqvist@meridian-re.example',
  createdAt: '2026-03-14T09:26:53.589Z',
  note: 'More weight on physical risk',
  restoredFrom: null,
  isDefault: false,
}
const exampleSettings: EsgSettings = { ...exampleVersion, weights: defaultEsgWeights, locked: ['governance'] }

export const esgDocs = operations(endpoints, {
  getEsgSettings: {
    summary: 'Get the current weights',
    tag,
    response: esgSettingsSchema,
    errors: [],
    examples: { response: exampleSettings },
  },
  listEsgVersions: {
    summary: 'List the versions of the weights, newest first',
    description: 'The last 100, and the defaults as version 0.',
    tag,
    response: listEsgVersionsResponse,
    errors: [],
    examples: { response: { items: [exampleSettings] } },
  },
  saveEsgSettings: {
    summary: 'Save weights as a new version',
    description: 'Weights are in tenths of a percent. `If-Match` names the version they are based on; `"0"` means the defaults.',
    tag,
    body: saveEsgSettingsBody,
    response: esgSettingsSchema,
    errors: [],
    examples: { body: { weights: defaultEsgWeights, locked: ['governance'], note: 'As agreed' }, response: exampleSettings },
  },
  restoreEsgVersion: {
    summary: 'Restore a version as a new one',
    tag,
    params: restoreEsgVersionParams,
    response: esgSettingsSchema,
    errors: ['not_found'],
    examples: { params: { version: 1 }, response: exampleSettings },
  },
})
