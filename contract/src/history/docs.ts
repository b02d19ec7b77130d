import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { getHistoryQuery, getHistoryResponse } from './schemas.ts'

const groupId = '0199c0de-3333-7c11-9d59-3b8f5f1c2a44'

export const historyDocs = operations(endpoints, {
  getHistory: {
    summary: 'Read what was done to a record, newest first',
    description:
      'One entry for each request, with everything that it changed about the record. Needs the permission to see the record: `Admin.ViewUsers` for a user, `Navigation.AuditLog` for the whole tenant. The history of a record that was deleted remains.',
    tag: 'Audit log',
    query: getHistoryQuery,
    response: getHistoryResponse,
    errors: ['forbidden'],
    examples: {
      query: { record: 'group', id: groupId },
      response: {
        items: [
          {
            id: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
            occurredAt: '2026-03-14T09:26:53.589Z',
            actorType: 'user',
            actorId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
            actorName: 'ada.lindqvist@meridian-re.example',
            actor: { givenName: 'Ada', familyName: 'Lindqvist' },
            cursor: 'MTc3MzQ4MDQxMzU4OTAwMF8wMTk5YzBkZS1hYWFhLTdjMTEtOWQ1OS0zYjhmNWYxYzJhNDQ',
            change: { changeId: '0199c0de-bbbb-7c11-9d59-3b8f5f1c2a44', undoOf: null, undoneBy: null, isUndoable: true },
            partCount: 1,
            isPartial: false,
            parts: [
              {
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
              },
            ],
            event: null,
          },
        ],
        next: null,
      },
    },
  },
})
