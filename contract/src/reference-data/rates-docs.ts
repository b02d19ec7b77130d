import { operations } from '../operations.ts'
import * as endpoints from './rates.ts'
import {
  compareVintagesQuery,
  compareVintagesResponse,
  convertQuery,
  convertResponse,
  type ExchangeRate,
  exportRatesQuery,
  exportRatesResponse,
  listRatesQuery,
  listRatesResponse,
  listUploadsQuery,
  listUploadsResponse,
  rateHistoryQuery,
  rateHistoryResponse,
  type RateUpload,
  uploadParams,
  uploadRatesBody,
  uploadSchema,
} from './rates-schemas.ts'

const tag = 'Exchange rates'
const scheme = { currencySchemeCode: 'MONTHLY', vintage: '2026-Q1' }
const pair = { fromCurrencyCode: 'USD', toCurrencyCode: 'EUR' }

const exampleRate: ExchangeRate = { ...pair, exchangeRate: '0.92', isDerived: false, asOfDate: '2026-02-28' }

const exampleUpload: RateUpload = {
  uploadId: '0199c0de-7780-7c11-9d59-3b8f5f1c2a44',
  currencySchemeCode: 'MONTHLY',
  vintage: '2026-Q2',
  fileName: 'rates-2026-q2.csv',
  sizeBytes: 812_331,
  status: 'finished',
  encoding: 'utf-8',
  readBytes: 812_331,
  rowCount: 23_360,
  added: 23_360,
  changed: 0,
  unchanged: 0,
  refused: 0,
  refusedLines: [],
  rejectedFileId: null,
  createdBy: 'grace.okafor@northwind-re.example',
  createdAt: '2026-06-30T09:26:53.589Z',
  finishedAt: '2026-06-30T09:26:55.102Z',
}

const rateErrors = ['scheme_unknown', 'vintage_unknown'] as const

export const ratesDocs = operations(endpoints, {
  listExchangeRates: {
    summary: 'List given and derived exchange rates as of a date',
    description:
      'Rates against the anchor currency are given. Inverse and cross rates are derived, with 15 significant digits, rounded half to even.',
    tag,
    query: listRatesQuery,
    response: listRatesResponse,
    errors: rateErrors,
    examples: {
      query: { ...scheme, asOfDate: '2026-02-28', isDerived: 'false' },
      response: { exchangeRates: [exampleRate], ...scheme, anchorCurrencyCode: 'USD', count: 1, limit: 500, offset: 0, totalCount: 1 },
    },
  },
  exportExchangeRates: {
    summary: 'Export exchange rates as CSV',
    tag,
    query: exportRatesQuery,
    response: exportRatesResponse,
    errors: rateErrors,
    examples: { query: { ...scheme, isDerived: 'false' } },
  },
  exchangeRateHistory: {
    summary: 'Get one rate over its as-of dates, in each vintage',
    tag,
    query: rateHistoryQuery,
    response: rateHistoryResponse,
    errors: [...rateErrors, 'currency_unknown'],
    examples: {
      query: { currencySchemeCode: 'MONTHLY', ...pair },
      response: {
        ...pair,
        isDerived: false,
        series: [{ vintage: '2026-Q1', status: 'Published', points: [{ asOfDate: '2026-02-28', exchangeRate: '0.92' }] }],
      },
    },
  },
  compareVintages: {
    summary: 'List the differences between two vintages of a scheme',
    tag,
    query: compareVintagesQuery,
    response: compareVintagesResponse,
    errors: rateErrors,
    examples: {
      query: { ...scheme, base: '2025-Q4' },
      response: {
        vintage: '2026-Q1',
        base: '2025-Q4',
        addedCurrencies: [],
        removedCurrencies: [],
        missingDates: [],
        unchangedRates: 23_040,
        addedRates: 320,
        removedRates: 0,
        movedRates: 0,
        movedBeyond: 0,
        differences: [{ kind: 'added', currencyCode: 'EUR', asOfDate: '2026-02-28', before: null, after: '0.92', movePercent: null }],
        totalDifferences: 320,
      },
    },
  },
  convertAmount: {
    summary: 'Convert an amount, with the rates used',
    tag,
    query: convertQuery,
    response: convertResponse,
    errors: [...rateErrors, 'currency_unknown', 'rate_missing'],
    examples: {
      query: { ...scheme, ...pair, amount: '100' },
      response: { amount: '100', result: '92', ...scheme, rate: exampleRate, steps: [exampleRate] },
    },
  },
  uploadRates: {
    summary: 'Upload exchange rates into a draft',
    description: 'The file is stored first, then read in the background. Either all of its lines are applied, or none.',
    tag,
    body: uploadRatesBody,
    response: uploadSchema,
    errors: [...rateErrors, 'vintage_published', 'upload_running', 'upload_canceled', 'upload_empty', 'temporary_space_full'],
    examples: {
      body: {
        currencySchemeCode: 'MONTHLY',
        vintage: '2026-Q2',
        file: 'currencyCode,asOfDate,exchangeRate\nEUR,2026-05-31,0.92\n',
      },
      response: exampleUpload,
    },
  },
  listRateUploads: {
    summary: 'List the uploads of a vintage, newest first',
    description: 'Each with its first 20 refused lines. Read a single upload for up to 1,000.',
    tag,
    query: listUploadsQuery,
    response: listUploadsResponse,
    errors: rateErrors,
    examples: {
      query: { currencySchemeCode: 'MONTHLY', vintage: '2026-Q2' },
      response: { count: 1, items: [exampleUpload], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
    },
  },
  cancelRateUpload: {
    summary: 'Cancel an upload that is not stored yet',
    description: 'Its file and everything read from it are deleted.',
    tag,
    params: uploadParams,
    errors: ['not_found', 'upload_finished'],
    examples: { params: { uploadId: exampleUpload.uploadId } },
  },
  getRateUpload: {
    summary: 'Get the progress of an upload of rates',
    tag,
    params: uploadParams,
    response: uploadSchema,
    errors: ['not_found'],
    examples: { params: { uploadId: exampleUpload.uploadId }, response: exampleUpload },
  },
})
