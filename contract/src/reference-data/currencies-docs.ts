import { operations } from '../operations.ts'
import { uploadQuery } from '../uploads/schemas.ts'
import * as endpoints from './currencies.ts'
import {
  type Currency,
  type CurrencyScheme,
  currencySchema,
  exportCurrenciesQuery,
  exportSchemesQuery,
  exportVintagesQuery,
  listCurrenciesQuery,
  listCurrenciesResponse,
  listSchemesQuery,
  listSchemesResponse,
  listVintagesQuery,
  listVintagesResponse,
  saveCurrencyBody,
  saveSchemeBody,
  saveVintageBody,
  schemeSchema,
  tableFile,
  tableUpload,
  tableUploadReport,
  type Vintage,
  vintageParams,
  vintageSchema,
} from './currencies-schemas.ts'

const tag = 'Reference data'
const by = 'grace.okafor@northwind-re.example'
const at = '2026-03-14T09:26:53.589Z'
const page = { count: 1, limit: 5_000, offset: 0, totalCount: 1, totalIsExact: true }

export const exampleCurrency: Currency = {
  currencyCode: 'EUR',
  currencyName: 'Euro',
  isActive: true,
  createdBy: by,
  createdAt: at,
  updatedBy: by,
  updatedAt: at,
  version: 1,
}

export const exampleScheme: CurrencyScheme = {
  currencySchemeId: '0199c0de-7778-7c11-9d59-3b8f5f1c2a44',
  currencySchemeCode: 'MONTHLY',
  currencySchemeName: 'Monthly rates',
  anchorCurrencyCode: 'USD',
  sourceName: 'Treasury',
  externalId: '',
  updateIntervalInDays: 92,
  isActive: true,
  isDefault: true,
  createDate: at,
  createUserId: by,
  updateDate: at,
  updateUserId: by,
  version: 1,
  vintageCount: 3,
  newestVintage: '2026-Q1',
  newestPublishedAt: at,
  hasRates: true,
  isDue: false,
  dueAt: '2026-06-14T09:26:53.589Z',
}

export const exampleVintage: Vintage = {
  currencySchemeVintageId: '0199c0de-7779-7c11-9d59-3b8f5f1c2a44',
  currencySchemeCode: 'MONTHLY',
  vintage: '2026-Q1',
  sourceName: 'Treasury',
  status: 'Published',
  firstAsOfDate: '2014-01-31',
  lastAsOfDate: '2026-02-28',
  currencyCount: 160,
  rateCount: 23_360,
  createdBy: by,
  createdAt: at,
  publishedBy: by,
  publishedAt: at,
  version: 2,
}

const creation =
  'Identified by its key. Fields that are left out keep their values. With `If-Match: "0"`, it is only created, never changed.'
const tableErrors = ['where_invalid'] as const
const anchorErrors = ['currency_unknown', 'anchor_inactive', 'anchor_in_use', 'upload_running'] as const
const uploadErrors = ['table_upload_refused', 'file_encoding_invalid', 'upload_empty', 'body_too_large'] as const
const upload =
  'Fields of missing columns stay as they are. If lines are refused, nothing is saved: the first 1,000 are in `errors`, and all of them in the temporary file with the id in the parameter `rejectedFileId`. Closing the connection cancels the upload.'

export const currenciesDocs = operations(endpoints, {
  listCurrencies: {
    summary: 'List currencies',
    tag,
    query: listCurrenciesQuery,
    response: listCurrenciesResponse,
    errors: tableErrors,
    examples: { query: { where: 'isActive = true' }, response: { ...page, items: [exampleCurrency] } },
  },
  saveCurrency: {
    summary: 'Create or change a currency',
    description: creation,
    tag,
    body: saveCurrencyBody,
    response: currencySchema,
    errors: ['currency_is_anchor'],
    examples: { body: [{ currencyCode: 'EUR', currencyName: 'Euro' }], response: exampleCurrency },
  },
  exportCurrencies: {
    summary: 'Export the filtered currencies as CSV',
    tag,
    query: exportCurrenciesQuery,
    response: tableFile,
    errors: tableErrors,
    examples: {},
  },
  uploadCurrencies: {
    summary: 'Create and change currencies from a CSV file, all or none',
    description: upload,
    tag,
    query: uploadQuery,
    body: tableUpload,
    response: tableUploadReport,
    errors: uploadErrors,
    examples: { body: { file: 'currencyCode,currencyName\nEUR,Euro\n' }, response: { created: 1, changed: 0, unchanged: 0 } },
  },
  listCurrencySchemes: {
    summary: 'List currency schemes',
    tag,
    query: listSchemesQuery,
    response: listSchemesResponse,
    errors: tableErrors,
    examples: { response: { ...page, items: [exampleScheme] } },
  },
  saveCurrencyScheme: {
    summary: 'Create or change a currency scheme',
    description: creation,
    tag,
    body: saveSchemeBody,
    response: schemeSchema,
    errors: [...anchorErrors, 'default_scheme_required', 'default_scheme_inactive'],
    examples: {
      body: [{ currencySchemeCode: 'MONTHLY', currencySchemeName: 'Monthly rates', anchorCurrencyCode: 'USD', updateIntervalInDays: 92 }],
      response: exampleScheme,
    },
  },
  exportCurrencySchemes: {
    summary: 'Export the filtered currency schemes as CSV',
    tag,
    query: exportSchemesQuery,
    response: tableFile,
    errors: tableErrors,
    examples: {},
  },
  uploadCurrencySchemes: {
    summary: 'Create and change currency schemes from a CSV file, all or none',
    description: upload,
    tag,
    query: uploadQuery,
    body: tableUpload,
    response: tableUploadReport,
    errors: [...uploadErrors, 'default_scheme_twice'],
    examples: {
      body: { file: 'currencySchemeCode,currencySchemeName,anchorCurrencyCode\nMONTHLY,Monthly rates,USD\n' },
      response: { created: 1, changed: 0, unchanged: 0 },
    },
  },
  listVintages: {
    summary: 'List the vintages of currency schemes',
    tag,
    query: listVintagesQuery,
    response: listVintagesResponse,
    errors: tableErrors,
    examples: { query: { where: 'currencySchemeCode = "MONTHLY"' }, response: { ...page, items: [exampleVintage] } },
  },
  saveVintage: {
    summary: 'Create, change or publish a vintage',
    description: `A published vintage can’t be changed: publish a new one instead. ${creation}`,
    tag,
    body: saveVintageBody,
    response: vintageSchema,
    errors: ['scheme_unknown', 'vintage_published', 'vintage_empty', 'upload_running'],
    examples: { body: [{ currencySchemeCode: 'MONTHLY', vintage: '2026-Q2' }], response: exampleVintage },
  },
  exportVintages: {
    summary: 'Export the filtered vintages as CSV',
    tag,
    query: exportVintagesQuery,
    response: tableFile,
    errors: tableErrors,
    examples: {},
  },
  deleteVintage: {
    summary: 'Delete a draft vintage with its rates',
    tag,
    params: vintageParams,
    errors: ['not_found', 'vintage_published', 'upload_running'],
    examples: { params: { currencySchemeCode: 'MONTHLY', vintage: '2026-Q2' } },
  },
})
