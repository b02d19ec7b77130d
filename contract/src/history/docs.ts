import type { z } from 'zod'
import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { type HistoryEntry, getDifferenceQuery, getDifferenceResponse, getHistoryQuery, getHistoryResponse } from './schemas.ts'

const groupId = '0199c0de-3333-7c11-9d59-3b8f5f1c2a44'

const part: z.output<typeof getDifferenceResponse>['parts'][number] = {
  type: 'Update',
  category: 'Group',
  entityId: groupId,
  entityName: 'Analysts',
  person: null,
  entity: { isGone: false, productCode: null },
  fields: [
    {
      fieldName: 'usernames',
      kind: 'added',
      count: 1,
      values: [
        {
          subjectId: '0199c0de-2222-7c11-9d59-3b8f5f1c2a44',
          person: { givenName: 'Grace', familyName: 'Okafor' },
          previousValue: null,
          currentValue: 'grace.okafor@meridian-re.example',
        },
      ],
    },
  ],
}

const entry: HistoryEntry = {
  id: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
  occurredAt: '2026-03-14T09:26:53.589Z',
  actorType: 'user',
  actorId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  actorName: 'ada.lindqvist@meridian-re.example',
  actor: { givenName: 'Ada', familyName: 'Lindqvist' },
  cursor: 'MTc3MzQ4MDQxMzU4OTAwMF8wMTk5YzBkZS1hYWFhLTdjMTEtOWQ1OS0zYjhmNWYxYzJhNDQ',
  change: { changeId: '0199c0de-bbbb-7c11-9d59-3b8f5f1c2a44', undoOf: null, undoneBy: null, isUndoable: true },
  partCount: 1,
  counts: [{ category: 'Group', type: 'Update', count: 1 }],
  isPartial: false,
  parts: [part],
  event: null,
}

export const historyDocs = operations(endpoints, {
  getHistory: {
    summary: 'Get the history of a record, newest first',
    description:
      'Returns one entry for each request, with everything that it changed about the record. Requires the permission to see the record: `Admin.ViewUsers` for a user, `Navigation.AuditLog` for the whole tenant. The history of a deleted record remains.',
    tag: 'Audit log',
    query: getHistoryQuery,
    response: getHistoryResponse,
    errors: ['forbidden'],
    examples: {
      query: { record: 'group', id: groupId },
      response: {
        items: [entry],
        next: null,
      },
    },
  },
  getDifference: {
    summary: 'Compare a record or the tenant at two points in time',
    description:
      'Returns what differs, entity by entity and field by field, and the changes behind it. What was changed and changed back in between is left out. Requires the permission to see the record, like its history. Both times must be within the retention of the audit log.',
    tag: 'Audit log',
    query: getDifferenceQuery,
    response: getDifferenceResponse,
    errors: ['forbidden', 'as_of_future', 'as_of_too_old', 'difference_too_large'],
    examples: {
      query: { record: 'group', id: groupId, from: '2026-03-14T00:00:00.000Z', to: '2026-03-15T00:00:00.000Z' },
      response: {
        partCount: 1,
        counts: [{ category: 'Group', type: 'Update', count: 1 }],
        parts: [part],
        changes: [entry],
        hasMoreChanges: false,
      },
    },
  },
})
