import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { getStorageQuery, storageBatchSchema, storageResultSchema, storageSchema } from './schemas.ts'

const tag = 'Usage'

const batchId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a52'

export const storageDocs = operations(endpoints, {
  ingestStorage: {
    summary: 'Tell how much the data vault archive of a tenant holds',
    description:
      'For platform services. A batch counts whole or not at all: one bad reading refuses it and is named by its index (`readings.17.at`). The same batch sent again counts once and answers the same. Readings may come late, by up to 92 days, and in any order; they are kept as the metric `archiveStorageBytes` of `RI-DATAVAULT`. People with access to the data vault are notified once each time the archive exceeds what the license allows.',
    tag,
    body: storageBatchSchema,
    response: storageResultSchema,
    errors: ['ingest_tenant_unknown', 'ingest_refused', 'ingest_batch_taken'],
    examples: {
      body: { tenantName: 'meridian-re', batchId, readings: [{ at: '2026-03-14T09:26:53.589Z', usedBytes: 8_412_000_000_000 }] },
      response: { tenantName: 'meridian-re', batchId, received: 1 },
    },
  },
  getStorage: {
    summary: 'How much the data vault archive holds: now, and as average and peak by the hour, or by the day beyond 30 days',
    description: 'For who may see system usage, and that of the data vault (`Monitoring.EnterpriseDataVault`).',
    tag,
    query: getStorageQuery,
    response: storageSchema,
    errors: ['forbidden'],
    examples: {
      query: { days: 30 },
      response: {
        from: '2026-02-12T10:00:00.000Z',
        until: '2026-03-14T09:26:53.589Z',
        step: 'hour',
        usedBytes: 8_412_000_000_000,
        limitBytes: 10_000_000_000_000,
        lastReadingAt: '2026-03-14T09:25:00.000Z',
        points: [{ at: '2026-03-14T09:00:00.000Z', average: 8_411_000_000_000, peak: 8_412_000_000_000 }],
      },
    },
  },
})
