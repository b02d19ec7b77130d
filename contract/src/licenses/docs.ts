import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  exportDataEntitlementsResponse,
  exportModelEntitlementsResponse,
  exportQuery,
  getCurrentQuotasResponse,
  ingestBatchSchema,
  ingestResultSchema,
  listApplicationLicensesQuery,
  listApplicationLicensesResponse,
  listDataEntitlementsQuery,
  listDataEntitlementsResponse,
  listModelEntitlementsQuery,
  listModelEntitlementsResponse,
  listSkusResponse,
} from './schemas.ts'

const tag = 'Entitlements'

const example = { startDate: '2026-01-01T00:00:00.000Z', endDate: '2027-01-01T00:00:00.000Z', licensed: true }
const onePage = <T>(item: T) => ({ count: 1, items: [item], limit: 20, offset: 0, totalCount: 1, totalIsExact: true })

export const licensesDocs = operations(endpoints, {
  listApplicationLicenses: {
    summary: 'List the application licenses of the tenant and what their packages include',
    tag,
    query: listApplicationLicensesQuery,
    response: listApplicationLicensesResponse,
    errors: ['as_of_future', 'as_of_too_old'],
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
  },
  listDataEntitlements: {
    summary: 'List the data that the tenant can use',
    description: 'For people who can see licenses, and for people who can see system usage, whose products depend on them.',
    tag,
    query: listDataEntitlementsQuery,
    response: listDataEntitlementsResponse,
    errors: ['as_of_future', 'as_of_too_old'],
    examples: {
      response: onePage({
        id: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a45',
        productCode: 'DATAAPI-LOCINTEL',
        productName: 'Location Intelligence',
        ...example,
      }),
    },
  },
  listModelEntitlements: {
    summary: 'List the models that the tenant can run',
    description: 'The search finds words and parts of words anywhere in the text of a model. Totals are always exact.',
    tag,
    query: listModelEntitlementsQuery,
    response: listModelEntitlementsResponse,
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
  },
  exportDataEntitlements: {
    summary: 'Export the filtered data entitlements as CSV',
    tag,
    query: exportQuery,
    response: exportDataEntitlementsResponse,
    errors: [],
    examples: { query: { state: 'licensed' } },
  },
  exportModelEntitlements: {
    summary: 'Export the filtered model entitlements as CSV',
    tag,
    query: exportQuery,
    response: exportModelEntitlementsResponse,
    errors: [],
    examples: { query: { search: 'europe flood' } },
  },
  listSkus: {
    summary: 'List the packages of each product',
    tag,
    response: listSkusResponse,
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
  },
  getCurrentQuotas: {
    summary: 'List the quotas of the company',
    description: 'For people who can see licenses (`Navigation.Licenses`) or company quotas (`Admin.ViewCompanyQuotas`).',
    tag,
    response: getCurrentQuotasResponse,
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
  },
  ingestEntitlements: {
    summary: 'Set the licenses of a tenant',
    description:
      'For platform services. A batch has one kind of license of one tenant, and is applied as a whole or not at all: if one row is invalid, the batch is refused, and the error names the row by its index (`rows.17.endDate`). Sending the same batch again changes nothing and returns the same response. An older version is refused.',
    tag,
    body: ingestBatchSchema,
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
  },
})
