import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  type Change,
  type Preview,
  changeDetailSchema,
  changeParams,
  listChangesQuery,
  listChangesResponse,
  undoChangeResponse,
} from './schemas.ts'

const tag = 'Changes'
const changeId = '0199c0de-bbbb-7c11-9d59-3b8f5f1c2a44'

const change: Change = {
  changeId,
  operation: 'patchGroup',
  requestId: '6f2c2d0e-5a53-4a0e-9a51-4d4b8b0a7c10',
  occurredAt: '2026-03-14T09:26:53.589Z',
  actorType: 'user',
  actorId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  actorName: 'ada.lindqvist@meridian-re.example',
  actor: { givenName: 'Ada', familyName: 'Lindqvist' },
  rowCount: 1,
  undoOf: null,
  undoneBy: null,
  isUndoable: true,
  lasting: [],
}

/** The effects of a change that affects no one. */
export const noEffects: Preview['effects'] = {
  gainingCount: 0,
  losingCount: 0,
  people: [],
  peopleCount: 0,
  accessMap: { applications: [], groups: [], groupCount: 0 },
  permissions: [],
  keyCount: 0,
  keys: [],
  endedSessionCount: 0,
  signedOutCount: 0,
  mails: [],
  isUndoable: true,
  lasting: [],
}

/** What a rename of a group would do. */
export const examplePreview: Preview = {
  operation: 'patchGroup',
  partCount: 1,
  counts: [{ category: 'Group', type: 'Update', count: 1 }],
  isPartial: false,
  parts: [
    {
      type: 'Update',
      category: 'Group',
      entityId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44',
      entityName: 'Treaty desk',
      person: null,
      entity: { isGone: false, productCode: null },
      fields: [
        {
          fieldName: 'groupName',
          kind: 'set',
          count: 1,
          values: [{ subjectId: null, person: null, previousValue: 'Analysts', currentValue: 'Treaty desk' }],
        },
      ],
    },
  ],
  refusedCount: 0,
  refused: [],
  effects: noEffects,
}

export const changesDocs = operations(endpoints, {
  listChanges: {
    summary: 'List changes, newest first',
    description: 'One for each transaction of a call or a background task. Changes are kept for 400 days.',
    tag,
    query: listChangesQuery,
    response: listChangesResponse,
    errors: [],
    examples: { query: { limit: 20 }, response: { items: [change], next: null } },
  },
  getChange: {
    summary: 'Get a change with what it wrote',
    tag,
    params: changeParams,
    response: changeDetailSchema,
    errors: ['not_found'],
    examples: {
      params: { changeId },
      response: { change, partCount: 0, counts: [], isPartial: false, parts: [] },
    },
  },
  undoChange: {
    summary: 'Undo a change',
    description:
      'Restores what the change wrote, as a change of its own: all of it, or nothing. Requires the permissions for what the change wrote. `change_conflict` lists each field that has changed since, with its value before the change, after it, and now. Passwords, sent emails and ended sessions aren’t restored. A restored user is emailed a link to set a password; a restored API key or webhook of a log stream gets a new secret, which is in the response. A new tag, currency or currency scheme can be undone while nothing uses it. You can undo changes of users, groups, roles, API keys, resource groups, settings of the tenant, tags, currencies, currency schemes and log streams, except new secrets.',
    tag,
    params: changeParams,
    response: undoChangeResponse,
    errors: [
      'not_found',
      'forbidden',
      'change_not_undoable',
      'change_conflict',
      'administrator_only',
      'grant_exceeds_own',
      'last_administrator',
      'user_is_self',
      'user_exists',
      'user_looks_alike',
      'group_name_taken',
      'group_limit_reached',
      'role_name_taken',
      'group_reserved',
      'group_managed_elsewhere',
      'user_managed_elsewhere',
      'email_domain_refused',
      'action_unknown',
      'action_unavailable',
      'groups_with_all_access',
      'package_unknown',
      'allocation_over_100',
      'api_key_name_taken',
      'setting_needs_person',
      'own_address_excluded',
      'own_domain_excluded',
      'session_too_short',
    ],
    examples: {
      params: { changeId },
      response: { changeId: '0199c0de-cccc-7c11-9d59-3b8f5f1c2a44', undoOf: changeId, lasting: [], keys: [], logStreams: [] },
    },
  },
})
