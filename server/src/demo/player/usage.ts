import type { UsageReading } from '@steward/contract/usage/schemas'
import { demoMetrics, readingsOf } from '../usage.ts'

export interface MeasuredGroup {
  resourceGroupId: string
  name: string
  productCode: string
}

/** Usage at a moment, as it continues the history; interactive jobs are counted. */
export function currentUsage(now: number, interactiveJobs: number, groups: readonly MeasuredGroup[]): UsageReading[] {
  return demoMetrics.flatMap((metric) => {
    const current = (share: number): UsageReading[] => readingsOf(metric, now, 0, share)
    const company =
      metric.metricName === 'maxInteractiveConcurrency' ? current(1).map((reading) => ({ ...reading, value: interactiveJobs })) : current(1)
    return [
      ...company,
      ...groups
        .filter(({ productCode }) => productCode === metric.productCode)
        .flatMap(({ resourceGroupId, name }) => {
          const share = metric.shares?.[name]
          return share === undefined ? [] : current(share).map((reading) => ({ ...reading, resourceGroupId }))
        }),
    ]
  })
}
