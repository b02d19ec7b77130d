import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { apiUsageSchema, getApiUsageQuery, listApiFailuresQuery, listApiFailuresResponse, type UsageFigures } from './schemas.ts'

const tag = 'API monitoring'

const exampleFigures: UsageFigures = { calls: 1_204, clientErrors: 3, serverErrors: 0, p50: 4.1, p95: 12.6, p99: 28.4 }

export const apiUsageDocs = operations(endpoints, {
  getApiUsage: {
    summary: 'Get calls, errors and latency by key and by endpoint',
    description: 'Counted by the hour. New calls appear within seconds.',
    tag,
    query: getApiUsageQuery,
    response: apiUsageSchema,
    errors: [],
    examples: {
      query: { days: 7 },
      response: {
        from: '2026-03-07T09:00:00.000Z',
        until: '2026-03-14T09:26:53.589Z',
        step: 'hour',
        totals: exampleFigures,
        series: [{ at: '2026-03-14T09:00:00.000Z', ...exampleFigures }],
        callers: [{ apiKeyId: null, name: '', isDeleted: false, lastCallAt: '2026-03-14T09:26:00.000Z', ...exampleFigures }],
        endpoints: [{ endpointId: 'listUsers', method: 'GET', path: '/auth/v2/users', ...exampleFigures }],
        unusedKeys: [{ apiKeyName: 'Nightly export', createdAt: '2026-01-14T09:26:53.589Z' }],
      },
    },
  },
  listApiFailures: {
    summary: 'List the last 100 API key calls that were refused or failed',
    tag,
    query: listApiFailuresQuery,
    response: listApiFailuresResponse,
    errors: [],
    examples: {
      response: {
        items: [
          {
            occurredAt: '2026-03-14T09:26:53.589Z',
            apiKeyId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44',
            apiKeyName: 'Nightly export',
            endpointId: 'listRoles',
            method: 'GET',
            path: '/auth/v2/roles',
            status: 403,
            durationMs: 2,
            address: '192.0.2.7',
            requestId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
          },
        ],
      },
    },
  },
})
