/** Readings of the archive are kept among the readings of its product, as this metric. */
export const archiveMetric = { productCode: 'RI-DATAVAULT', metricName: 'archiveStorageBytes' } as const
