import type { Endpoint } from '../http.ts'
import type { uploadQuery } from '../uploads/schemas.ts'
import type {
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
  vintageParams,
  vintageSchema,
} from './currencies-schemas.ts'

/** The tables of reference data: currencies, currency schemes and their vintages (second specification file, section 7). */

const viewCurrencies = { permission: 'Admin.ViewCurrencies' } as const
const editCurrencies = { permission: 'Admin.EditCurrencies' } as const
const viewSchemes = { permission: 'Admin.ViewCurrencySchemes' } as const
const editSchemes = { permission: 'Admin.EditCurrencySchemes' } as const

export const listCurrencies: Endpoint<{ query: typeof listCurrenciesQuery; response: typeof listCurrenciesResponse }> = {
  id: 'listCurrencies',
  method: 'GET',
  path: '/datastore/referenceTables/currency',
  access: viewCurrencies,
}

export const saveCurrency: Endpoint<{ body: typeof saveCurrencyBody; response: typeof currencySchema }> = {
  id: 'saveCurrency',
  method: 'POST',
  path: '/datastore/referenceTables/currency',
  access: editCurrencies,
  precondition: 'optional',
  etag: true,
}

export const exportCurrencies: Endpoint<{ query: typeof exportCurrenciesQuery; response: typeof tableFile }> = {
  id: 'exportCurrencies',
  method: 'GET',
  path: '/datastore/referenceTables/currency/file',
  access: viewCurrencies,
  media: { response: 'text/csv' },
}

export const uploadCurrencies: Endpoint<{ query: typeof uploadQuery; body: typeof tableUpload; response: typeof tableUploadReport }> = {
  id: 'uploadCurrencies',
  method: 'POST',
  path: '/datastore/referenceTables/currency/file',
  access: editCurrencies,
  media: { request: 'multipart/form-data', streams: true },
}

export const listCurrencySchemes: Endpoint<{ query: typeof listSchemesQuery; response: typeof listSchemesResponse }> = {
  id: 'listCurrencySchemes',
  method: 'GET',
  path: '/datastore/referenceTables/currencyScheme',
  access: viewSchemes,
}

export const saveCurrencyScheme: Endpoint<{ body: typeof saveSchemeBody; response: typeof schemeSchema }> = {
  id: 'saveCurrencyScheme',
  method: 'POST',
  path: '/datastore/referenceTables/currencyScheme',
  access: editSchemes,
  precondition: 'optional',
  etag: true,
}

export const exportCurrencySchemes: Endpoint<{ query: typeof exportSchemesQuery; response: typeof tableFile }> = {
  id: 'exportCurrencySchemes',
  method: 'GET',
  path: '/datastore/referenceTables/currencyScheme/file',
  access: viewSchemes,
  media: { response: 'text/csv' },
}

export const uploadCurrencySchemes: Endpoint<{ query: typeof uploadQuery; body: typeof tableUpload; response: typeof tableUploadReport }> =
  {
    id: 'uploadCurrencySchemes',
    method: 'POST',
    path: '/datastore/referenceTables/currencyScheme/file',
    access: editSchemes,
    media: { request: 'multipart/form-data', streams: true },
  }

export const listVintages: Endpoint<{ query: typeof listVintagesQuery; response: typeof listVintagesResponse }> = {
  id: 'listVintages',
  method: 'GET',
  path: '/datastore/referenceTables/currencySchemeVintage',
  access: viewSchemes,
}

export const saveVintage: Endpoint<{ body: typeof saveVintageBody; response: typeof vintageSchema }> = {
  id: 'saveVintage',
  method: 'POST',
  path: '/datastore/referenceTables/currencySchemeVintage',
  access: editSchemes,
  precondition: 'optional',
  etag: true,
}

export const exportVintages: Endpoint<{ query: typeof exportVintagesQuery; response: typeof tableFile }> = {
  id: 'exportVintages',
  method: 'GET',
  path: '/datastore/referenceTables/currencySchemeVintage/file',
  access: viewSchemes,
  media: { response: 'text/csv' },
}

/** Not in the specification: a draft that is not wanted any more. */
export const deleteVintage: Endpoint<{ params: typeof vintageParams }> = {
  id: 'deleteVintage',
  method: 'DELETE',
  path: '/datastore/referenceTables/currencySchemeVintage/{currencySchemeCode}/{vintage}',
  access: editSchemes,
  status: 204,
  precondition: 'optional',
}
