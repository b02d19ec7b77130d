import type { Endpoint } from '../http.ts'
import type {
  compareVintagesQuery,
  compareVintagesResponse,
  convertQuery,
  convertResponse,
  exportRatesQuery,
  exportRatesResponse,
  listRatesQuery,
  listRatesResponse,
  listUploadsQuery,
  listUploadsResponse,
  rateHistoryQuery,
  rateHistoryResponse,
  uploadParams,
  uploadRatesBody,
  uploadSchema,
} from './rates-schemas.ts'

/** Exchange rates (second specification file, section 7). History, comparison, conversion and uploads in progress are not in the specification. */

const access = { permission: 'Admin.ViewCurrencySchemes' } as const

export const listExchangeRates: Endpoint<{ query: typeof listRatesQuery; response: typeof listRatesResponse }> = {
  id: 'listExchangeRates',
  method: 'GET',
  path: '/datastore/currencyExchangeRates',
  access,
}

export const exportExchangeRates: Endpoint<{ query: typeof exportRatesQuery; response: typeof exportRatesResponse }> = {
  id: 'exportExchangeRates',
  method: 'GET',
  path: '/datastore/currencyExchangeRates/file',
  access,
  media: { response: 'text/csv' },
}

export const exchangeRateHistory: Endpoint<{ query: typeof rateHistoryQuery; response: typeof rateHistoryResponse }> = {
  id: 'exchangeRateHistory',
  method: 'GET',
  path: '/datastore/currencyExchangeRates/history',
  access,
}

export const compareVintages: Endpoint<{ query: typeof compareVintagesQuery; response: typeof compareVintagesResponse }> = {
  id: 'compareVintages',
  method: 'GET',
  path: '/datastore/currencyExchangeRates/comparison',
  access,
}

export const convertAmount: Endpoint<{ query: typeof convertQuery; response: typeof convertResponse }> = {
  id: 'convertAmount',
  method: 'GET',
  path: '/datastore/currencyExchangeRates/conversion',
  access,
}

export const uploadRates: Endpoint<{ body: typeof uploadRatesBody; response: typeof uploadSchema }> = {
  id: 'uploadRates',
  method: 'POST',
  path: '/datastore/referenceTables/currencyRatesVintage/file',
  withoutPreview: 'draft',
  access: { permission: 'Admin.EditCurrencySchemes' },
  status: 202,
  media: { request: 'multipart/form-data', streams: true },
}

export const listRateUploads: Endpoint<{ query: typeof listUploadsQuery; response: typeof listUploadsResponse }> = {
  id: 'listRateUploads',
  method: 'GET',
  path: '/datastore/rateUploads',
  access,
}

/** Nothing of the file is kept. */
export const cancelRateUpload: Endpoint<{ params: typeof uploadParams }> = {
  id: 'cancelRateUpload',
  method: 'DELETE',
  path: '/datastore/rateUploads/{uploadId}',
  access: { permission: 'Admin.EditCurrencySchemes' },
  status: 204,
}

export const getRateUpload: Endpoint<{ params: typeof uploadParams; response: typeof uploadSchema }> = {
  id: 'getRateUpload',
  method: 'GET',
  path: '/datastore/rateUploads/{uploadId}',
  access,
}
