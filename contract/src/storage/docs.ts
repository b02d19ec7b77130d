import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { getStorageQuery, storageBatchSchema, storageResultSchema, storageSchema } from './schemas.ts'

const tag = 'Usage'

const batchId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a52'

export const storageDocs = operations(endpoints, {
  ingestStorage: {
    summary: "Report the size of a tenant's data vault archive",
    description:
      'For platform services. A batch is applied as a whole or not at all: if one reading is invalid, the batch is refused, and the error names the reading by its index (`readings.17.at`). A batch sent again counts once and returns the same response. Readings can arrive up to 92 days late and in any order; they are kept as the metric `archiveStorageBytes` of `RI-DATAVAULT`. People with access to the data vault are notified once each time the archive exceeds the license.',
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
    summary: 'Get the size of the data vault archive',
    description:
      'Returns the current size, and the average and peak by hour, or by day for more than 30 days. For people who can see system usage and the data vault (`Monitoring.EnterpriseDataVault`).',
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
