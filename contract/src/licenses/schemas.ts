import { z } from 'zod'
import { asOf, pageOf, paging, sortOf, timestamp } from '../fields.ts'
import { unassignedPackageId } from '../rules/resource-group-packages.ts'
import { keyText, nameText } from '../text.ts'
import { entitlementFilter } from './filter.ts'

const licensed = z.boolean().meta({ description: "The license hasn't ended at the time that is read" })
const packageSchema = z.strictObject({ packageName: z.string(), description: z.string() })

export const applicationLicenseSchema = z.strictObject({
  id: z.string(),
  productCode: z.string(),
  /** From the product's sku; empty if the catalog does not have the product. */
  productName: z.string(),
  packageName: z.string(),
  startDate: timestamp,
  endDate: timestamp,
  licensed,
  /** The package's description from the sku, matched case-insensitively; empty if the sku has no such package. */
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

export const listApplicationLicensesQuery = listQuery(['productName', 'packageName', 'endDate'], 'productName').extend({ asOf })

export const listApplicationLicensesResponse = pageOf(applicationLicenseSchema)

export const listDataEntitlementsQuery = listQuery(['productName', 'productCode', 'endDate'], 'productName').extend({ asOf })

export const listDataEntitlementsResponse = pageOf(dataEntitlementSchema)

export const listModelEntitlementsQuery = listQuery(['productName', 'continent', 'peril', 'productCode', 'endDate'], 'productName')

export const listModelEntitlementsResponse = pageOf(modelEntitlementSchema)

export const exportQuery = z.strictObject(entitlementFilter)

export const exportDataEntitlementsResponse = z.string()

export const exportModelEntitlementsResponse = z.string()

export const listSkusResponse = z.strictObject({
  items: z.array(z.strictObject({ productCode: z.string(), productName: z.string(), packages: z.array(packageSchema) })),
})

export const companyQuotaSchema = z.strictObject({
  productCode: z.string(),
  productName: z.string(),
  quotaName: z.string(),
  value: z.number().int(),
  updatedAt: timestamp,
})
export type CompanyQuota = z.output<typeof companyQuotaSchema>

export const getCurrentQuotasResponse = z.strictObject({
  quotas: z.strictObject({
    maxInteractiveConcurrency: z.number().int().nullable().meta({ description: 'The largest of any product; null if none is set' }),
  }),
  items: z.array(companyQuotaSchema),
})

// --- Ingest ------------------------------------------------------------------------------------------------------------

/** Maximum rows in a batch. Send a longer set as one `replace` followed by as many `merge` as needed. */
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
    .meta({ description: 'Increases with every batch of this kind for this tenant: a counter, or a time in milliseconds' }),
  mode: z
    .enum(['replace', 'merge'])
    .meta({ description: '`replace`: these rows are all there are. `merge`: these rows are set, others stay as they are.' }),
}

const quotaName = z.string().regex(/^[a-z]\w{0,63}$/i)

/** A package for resource groups, as the platform sends it. */
export const sentPackageSchema = z.strictObject({
  productCode: code,
  resourceGroupPackageId: keyText(64).refine((id) => id !== unassignedPackageId),
  packageName: text,
  isUncreatable: z.boolean().default(false).meta({ description: 'No longer assigned to resource groups; those that have it keep it' }),
  definitions: z
    .array(z.strictObject({ name: quotaName, value: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), isBaseline: z.boolean() }))
    .min(1)
    .max(50)
    .meta({ description: 'What the package contains; packages are compared by their one baseline' }),
})
export type SentPackage = z.output<typeof sentPackageSchema>

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
        quotaName,
        value: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      }),
    ),
  }),
  z.strictObject({ ...batch, kind: z.literal('package'), rows: rows(sentPackageSchema) }),
])
export type IngestBatch = z.output<typeof ingestBatchSchema>

export const ingestResultSchema = z.strictObject({
  tenantName: z.string(),
  kind: z.enum(['application', 'data', 'model', 'quota', 'package']),
  version: z.number().int(),
  received: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  removed: z.number().int(),
})
export type IngestResult = z.output<typeof ingestResultSchema>
