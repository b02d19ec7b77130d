import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  getMetricsQuery,
  getMetricsResponse,
  getProductUsageParams,
  getProductUsageQuery,
  getQuotaUsageResponse,
  metricsBatchSchema,
  metricsResultSchema,
  productUsageSchema,
} from './schemas.ts'

const tag = 'Usage'

const batchId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a50'

const usedFigures = { current: 9, mean: 6.25, peak: 14, lastReadingAt: '2026-03-14T09:25:00.000Z' }

export const usageDocs = operations(endpoints, {
  ingestMetrics: {
    summary: 'Report the usage of a tenant',
    description:
      'For platform services. A batch is applied as a whole or not at all: if one reading is invalid, the batch is refused, and the error names the reading by its index (`readings.17.at`). A batch sent again counts once and returns the same response. Readings can arrive up to 92 days late and in any order.',
    tag,
    body: metricsBatchSchema,
    response: metricsResultSchema,
    errors: ['ingest_tenant_unknown', 'ingest_refused', 'ingest_batch_taken'],
    examples: {
      body: {
        tenantName: 'meridian-re',
        batchId,
        readings: [{ productCode: 'RI-RISKMODELER', metricName: 'maxConcurrentModelRuns', at: '2026-03-14T09:26:53.589Z', value: 17 }],
      },
      response: { tenantName: 'meridian-re', batchId, received: 1 },
    },
  },
  getMetrics: {
    summary: "Get the company's usage of a product",
    description:
      "Returns the average of each hour, or of each day for more than 30 days; the average of a day is that of its hours. For people who can see system usage and this product's usage (`Monitoring.…`).",
    tag,
    query: getMetricsQuery,
    response: getMetricsResponse,
    errors: [],
    examples: {
      query: { productCode: 'RI-RISKMODELER', days: 7 },
      response: {
        from: '2026-03-07T10:00:00.000Z',
        until: '2026-03-14T09:26:53.589Z',
        step: 'hour',
        lastReadingAt: '2026-03-14T09:25:00.000Z',
        series: [
          {
            metricName: 'maxConcurrentModelRuns',
            quota: 40,
            points: [{ at: '2026-03-14T09:00:00.000Z', mean: 16.5, peak: 21, last: 17 }],
          },
        ],
      },
    },
  },
  getQuotaUsage: {
    summary: "Get the company's usage of its quotas: now, in the last 30 days, and when each will be exhausted",
    description: 'For people who can see licenses (`Navigation.Licenses`) or company quotas (`Admin.ViewCompanyQuotas`).',
    tag,
    response: getQuotaUsageResponse,
    errors: ['forbidden'],
    examples: {
      response: {
        from: '2026-02-12T10:00:00.000Z',
        until: '2026-03-14T09:26:53.589Z',
        lastReadingAt: '2026-03-14T09:25:00.000Z',
        items: [
          {
            productCode: 'RI-RISKMODELER',
            productName: 'Risk Modeler',
            quotaName: 'maxConcurrentModelRuns',
            period: 'now',
            quota: 40,
            current: 33,
            mean: 16.5,
            peak: 35,
            lastReadingAt: '2026-03-14T09:25:00.000Z',
            level: 'warning',
            projection: { kind: 'day', day: '2026-04-22' },
          },
        ],
      },
    },
  },
  getProductUsage: {
    summary: "Get the usage of a product's quotas by the company and by each resource group",
    description: 'For people who can see the resource groups of the product. Labels are in the order of the packages, then by name.',
    tag,
    params: getProductUsageParams,
    query: getProductUsageQuery,
    response: productUsageSchema,
    errors: [],
    examples: {
      params: { productCode: 'RI-RISKMODELER' },
      query: { days: 30 },
      response: {
        from: '2026-02-12T10:00:00.000Z',
        until: '2026-03-14T09:26:53.589Z',
        lastReadingAt: '2026-03-14T09:25:00.000Z',
        labels: [
          {
            quotaName: 'maxConcurrentModelRuns',
            period: 'now',
            quota: 40,
            ...usedFigures,
            resourceGroups: [{ resourceGroupId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44', name: 'Treaty desk', quota: 10, ...usedFigures }],
          },
        ],
      },
    },
  },
})
