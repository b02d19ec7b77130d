import { archiveMetric } from '@steward/contract/storage/constants'
import type { StorageBatch } from '@steward/contract/storage/schemas'
import type { MetricsResult } from '@steward/contract/usage/schemas'
import type { Principal } from '../http/principal.ts'
import { type IngestPorts, ingestReadings } from '../usage/ingest.ts'

/**
 * Accepts readings of the archive as those of a metric of the data vault, by the same rules: whole or not at all, once, in any order.
 * @throws ingest_tenant_unknown, service_product_other, ingest_refused, ingest_batch_taken
 */
export function ingestArchive(
  ports: IngestPorts,
  service: Principal,
  requestId: string,
  { readings, ...batch }: StorageBatch,
): Promise<MetricsResult> {
  const metrics = readings.map(({ at, usedBytes }) => ({ ...archiveMetric, at, value: usedBytes }))
  return ingestReadings(ports, service, requestId, { ...batch, readings: metrics })
}
