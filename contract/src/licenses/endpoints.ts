import { z } from 'zod'
import { keyText, nameText } from '../text.ts'
import { entitlementFilter } from './filter.ts'
import { endpoint, pageOf, paging, sortOf, timestamp } from '../http.ts'

/** What a tenant is licensed for (second specification file, sections 3 and 7); filled by platform services (docs/adr/019). */

const tag = 'Entitlements'

const licensed = z.boolean().meta({ description: 'The end lies in the future' })
const packageSchema = z.strictObject({ packageName: z.string(), description: z.string() })

export const applicationLicenseSchema = z.strictObject({
  id: z.string(),
  productCode: z.string(),
  /** Of the product's sku; empty where the catalogue does not know the product. */
  productName: z.string(),
  packageName: z.string(),
  startDate: timestamp,
  endDate: timestamp,
  licensed,
  /** What the sku says about the package, upper and lower case alike; empty where it has none of this name. */
  package: packageSchema,
  hasCompletePackageInfo: z.boolean().meta({ description: 'The package has both a name and a description' }),
})
export type ApplicationLicenseItem = z.output<typeof applicationLicenseSchema>

export const dataEntitlementSchema = z.strictObject({
  id: z.string(),
  productCode: z.string(),
  productName: z.string(),
  startDate: timestamp,
  endDate: timestamp,
  licensed,
})
export type DataEntitlement = z.output<typeof dataEntitlementSchema>

export const modelEntitlementSchema = z.strictObject({
  id: z.string(),
  continent: z.string(),
  productName: z.string(),
  peril: z.string(),
  productCode: z.string(),
  startDate: timestamp,
  endDate: timestamp,
  licensed,
  searchText: z.string().meta({ description: 'Continent, product, peril and product code, joined; lower case' }),
})
export type ModelEntitlement = z.output<typeof modelEntitlementSchema>

const listQuery = <const F extends readonly [string, ...string[]]>(fields: F, fallback: F[number]) =>
  z.strictObject({
    ...paging,
    ...entitlementFilter,
    // The fallback is one of the fields.
    sort: sortOf(fields).default(fallback as never),
  })

const example = { startDate: '2026-01-01T00:00:00.000Z', endDate: '2027-01-01T00:00:00.000Z', licensed: true }
const onePage = <T>(item: T) => ({ count: 1, items: [item], limit: 20, offset: 0, totalCount: 1, totalIsExact: true })

export const listApplicationLicenses = endpoint({
  id: 'listApplicationLicenses',
  method: 'GET',
  path: '/entitlements/apps',
  summary: 'List the application licences of the tenant, each with what its package holds',
  tag,
  access: { permission: 'Navigation.Licenses' },
  query: listQuery(['productName', 'packageName', 'endDate'], 'productName'),
  response: pageOf(applicationLicenseSchema),
  errors: [],
  examples: {
    query: { search: 'modeler' },
    response: onePage({
      id: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
      productCode: 'RI-RISKMODELER',
      productName: 'Risk Modeler',
      packageName: 'Large',
      ...example,
      package: { packageName: 'Large', description: '40 concurrent model runs, 50 million modeled locations a day' },
      hasCompletePackageInfo: true,
    }),
  },
})

export const listDataEntitlements = endpoint({
  id: 'listDataEntitlements',
  method: 'GET',
  path: '/entitlements/data',
  summary: 'List the data that the tenant may use',
  tag,
  access: { permission: 'Navigation.Licenses' },
  query: listQuery(['productName', 'productCode', 'endDate'], 'productName'),
  response: pageOf(dataEntitlementSchema),
  errors: [],
  examples: {
    response: onePage({
      id: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a45',
      productCode: 'DATAAPI-LOCINTEL',
      productName: 'Location Intelligence',
      ...example,
    }),
  },
})

export const listModelEntitlements = endpoint({
  id: 'listModelEntitlements',
  method: 'GET',
  path: '/entitlements/models',
  summary: 'List the models that the tenant may run',
  description: 'A search finds words, and parts of words, anywhere in the joined text of a model; totals are exact at any size.',
  tag,
  access: { permission: 'Navigation.Licenses' },
  query: listQuery(['productName', 'continent', 'peril', 'productCode', 'endDate'], 'productName'),
  response: pageOf(modelEntitlementSchema),
  errors: [],
  examples: {
    query: { search: 'europe flood' },
    response: onePage({
      id: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a46',
      continent: 'Europe',
      productName: 'Europe Inland Flood HD',
      peril: 'Flood',
      productCode: 'EUFL-HD',
      ...example,
      searchText: 'europe europe inland flood hd flood eufl-hd',
    }),
  },
})

const exportQuery = z.strictObject(entitlementFilter)
const asCsv = { response: z.string(), media: { response: 'text/csv' as const }, errors: [] }

export const exportDataEntitlements = endpoint({
  id: 'exportDataEntitlements',
  method: 'GET',
  path: '/entitlements/data/export',
  summary: 'Export the filtered data entitlements as CSV',
  tag,
  access: { permission: 'Navigation.Licenses' },
  query: exportQuery,
  ...asCsv,
  examples: { query: { state: 'licensed' } },
})

export const exportModelEntitlements = endpoint({
  id: 'exportModelEntitlements',
  method: 'GET',
  path: '/entitlements/models/export',
  summary: 'Export the filtered model entitlements as CSV',
  tag,
  access: { permission: 'Navigation.Licenses' },
  query: exportQuery,
  ...asCsv,
  examples: { query: { search: 'europe flood' } },
})

export const listSkus = endpoint({
  id: 'listSkus',
  method: 'GET',
  path: '/entitlements/skus/apps',
  summary: 'List what is sold of each product',
  tag,
  access: { permission: 'Navigation.Licenses' },
  response: z.strictObject({
    items: z.array(z.strictObject({ productCode: z.string(), productName: z.string(), packages: z.array(packageSchema) })),
  }),
  errors: [],
  examples: {
    response: {
      items: [
        {
          productCode: 'RI-COD-STN',
          productName: 'Climate On Demand',
          packages: [{ packageName: 'Standard', description: 'Climate scores of up to 10,000 sites' }],
        },
      ],
    },
  },
})

export const companyQuotaSchema = z.strictObject({
  productCode: z.string(),
  productName: z.string(),
  quotaName: z.string(),
  value: z.number().int(),
  updatedAt: timestamp,
})
export type CompanyQuota = z.output<typeof companyQuotaSchema>

export const getCurrentQuotas = endpoint({
  id: 'getCurrentQuotas',
  method: 'GET',
  path: '/entitlements/quotas/current',
  summary: 'How much the company may use',
  description: 'For who may see licences (`Navigation.Licenses`) or company quotas (`Admin.ViewCompanyQuotas`).',
  tag,
  access: { signedIn: true },
  response: z.strictObject({
    quotas: z.strictObject({
      maxInteractiveConcurrency: z.number().int().nullable().meta({ description: 'The largest of any product; null where none is set' }),
    }),
    items: z.array(companyQuotaSchema),
  }),
  errors: ['forbidden'],
  examples: {
    response: {
      quotas: { maxInteractiveConcurrency: 8 },
      items: [
        {
          productCode: 'RI-RISKMODELER',
          productName: 'Risk Modeler',
          quotaName: 'maxInteractiveConcurrency',
          value: 8,
          updatedAt: '2026-03-14T09:26:53.589Z',
        },
      ],
    },
  },
})

// --- Ingest ------------------------------------------------------------------------------------------------------------

/** Rows a batch may carry; a longer set is a `replace` and then as many `merge` as it takes. */
const longestBatch = 20_000
const code = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:/-]{0,99}$/)
  .meta({ description: 'A product code of the platform' })
const text = nameText(200)
const period = { startDate: timestamp.optional(), endDate: timestamp }
const rows = <T extends z.ZodType>(row: T) => z.array(row).max(longestBatch)
const batch = {
  tenantName: keyText(100),
  version: z
    .number()
    .int()
    .min(1)
    .meta({ description: 'Goes up with every batch of this kind for this tenant; a count, or a time in milliseconds' }),
  mode: z
    .enum(['replace', 'merge'])
    .meta({ description: '`replace`: these rows are all there are. `merge`: these rows are set, others stay as they are.' }),
}

export const ingestBatchSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...batch,
    kind: z.literal('application'),
    rows: rows(z.strictObject({ productCode: code, packageName: text, ...period })),
  }),
  z.strictObject({ ...batch, kind: z.literal('data'), rows: rows(z.strictObject({ productCode: code, ...period })) }),
  z.strictObject({
    ...batch,
    kind: z.literal('model'),
    rows: rows(z.strictObject({ productCode: code, productName: text, continent: text, peril: text, ...period })),
  }),
  z.strictObject({
    ...batch,
    kind: z.literal('quota'),
    rows: rows(
      z.strictObject({
        productCode: code,
        quotaName: z.string().regex(/^[a-z]\w{0,63}$/i),
        value: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      }),
    ),
  }),
])
export type IngestBatch = z.output<typeof ingestBatchSchema>

export const ingestResultSchema = z.strictObject({
  tenantName: z.string(),
  kind: z.enum(['application', 'data', 'model', 'quota']),
  version: z.number().int(),
  received: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  removed: z.number().int(),
})
export type IngestResult = z.output<typeof ingestResultSchema>

export const ingestEntitlements = endpoint({
  id: 'ingestEntitlements',
  method: 'PUT',
  path: '/entitlements/ingest',
  summary: 'Set what a tenant is licensed for',
  description:
    'For platform services. A batch is one kind of one tenant and counts whole or not at all: one bad row refuses it and is named by its index (`rows.17.endDate`). The same batch sent again changes nothing and answers the same; an older version is refused.',
  tag,
  access: { service: 'entitlements' },
  body: ingestBatchSchema,
  largestBodyBytes: 8 * 1024 * 1024,
  response: ingestResultSchema,
  errors: ['ingest_tenant_unknown', 'ingest_refused', 'ingest_outdated', 'ingest_version_taken'],
  examples: {
    body: {
      tenantName: 'meridian-re',
      kind: 'application',
      version: 1,
      mode: 'merge',
      rows: [{ productCode: 'RI-RISKMODELER', packageName: 'Large', endDate: '2027-01-01T00:00:00.000Z' }],
    },
    response: { tenantName: 'meridian-re', kind: 'application', version: 1, received: 1, created: 1, updated: 0, removed: 0 },
  },
})
