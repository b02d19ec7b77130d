import { z } from 'zod'
import { entityId, pageOf, paging, queryBoolean, timestamp } from '../fields.ts'
import { uploadedFile } from '../files.ts'
import { keyText, searchText } from '../text.ts'
import { day, vintageSchema } from './currencies-schemas.ts'
import { rateSorts, reviewedMovePercent } from './constants.ts'

/** Exchange rates of vintages, their uploads, and what is computed from them. */

/** A positive decimal as text, at most 18 digits before and 18 after the point. */
export const decimalText = z
  .string()
  .trim()
  .regex(/^(?=.*[1-9])\d{1,18}(\.\d{1,18})?$/)
  .meta({ example: '1.0842', maxLength: 37 })

const code = keyText(3).overwrite((text) => text.toUpperCase())

export const rateSchema = z.strictObject({
  fromCurrencyCode: z.string(),
  toCurrencyCode: z.string(),
  exchangeRate: z.string().meta({ description: 'Units of the second currency that one unit of the first buys, as decimal text' }),
  isDerived: z.boolean(),
  asOfDate: day,
})
export type ExchangeRate = z.output<typeof rateSchema>

/** Which rates: the default scheme and its newest published vintage, unless named. */
const rateSource = {
  currencySchemeCode: keyText(32).optional(),
  vintage: keyText(32).optional(),
  asOfDate: day.optional().meta({ description: 'The newest rate on or before this date; without it, the newest of all' }),
}

export const rateFilter = {
  ...rateSource,
  fromCurrencyCode: code.optional(),
  toCurrencyCode: code.optional(),
  isDerived: queryBoolean.optional().meta({ description: 'false: only rates against the anchor; true: only computed ones' }),
  search: searchText().optional().meta({ description: 'Words that are all in the code or name of a currency' }),
}

export const listRatesQuery = z.strictObject({
  ...rateFilter,
  limit: z.coerce.number().int().min(1).max(5_000).default(500),
  offset: paging.offset,
  sort: z.enum(rateSorts).default('fromCurrencyCode'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

export const listRatesResponse = z.strictObject({
  exchangeRates: z.array(rateSchema),
  currencySchemeCode: z.string(),
  vintage: z.string(),
  anchorCurrencyCode: z.string(),
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  totalCount: z.number().int(),
})

/** With `isDerived=false` the file has every as-of date and is what an upload takes. */
export const exportRatesQuery = z.strictObject(rateFilter)
export const exportRatesResponse = z.string()

// --- Uploads ---------------------------------------------------------------------------------------------------------

/** The text fields come before the file, which is streamed. */
export const uploadRatesBody = z.strictObject({
  currencySchemeCode: keyText(32),
  vintage: keyText(32),
  file: uploadedFile('CSV with the columns currencyCode, asOfDate and exchangeRate, in any order'),
})

export const uploadStatus = z.enum(['receiving', 'queued', 'reading', 'storing', 'finished', 'refused', 'failed'])
export type UploadStatus = z.output<typeof uploadStatus>

export const uploadSchema = z.strictObject({
  uploadId: z.uuid(),
  currencySchemeCode: z.string(),
  vintage: z.string(),
  fileName: z.string(),
  sizeBytes: z.number().int(),
  status: uploadStatus,
  encoding: z.string().nullable().meta({ description: 'The encoding found in the file', example: 'utf-8' }),
  readBytes: z.number().int().meta({ description: 'Bytes read so far' }),
  rowCount: z.number().int().meta({ description: 'Lines read so far' }),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  refusedLines: z
    .array(z.strictObject({ line: z.number().int(), field: z.string(), code: z.string(), message: z.string() }))
    .meta({ description: 'At most 1,000; the file has all' }),
  rejectedFileId: z.uuid().nullable().meta({ description: 'The temporary file of the refused lines with their reasons' }),
  createdBy: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})
export type RateUpload = z.output<typeof uploadSchema>

export const uploadParams = z.strictObject({ uploadId: entityId('rateUpload') })
export const listUploadsQuery = z.strictObject({ currencySchemeCode: keyText(32), vintage: keyText(32), ...paging })
export const listUploadsResponse = pageOf(uploadSchema)

// --- History, comparison and conversion ------------------------------------------------------------------------------

export const rateHistoryQuery = z.strictObject({
  currencySchemeCode: keyText(32),
  fromCurrencyCode: code,
  toCurrencyCode: code,
  vintage: keyText(32).optional().meta({ description: 'Only this vintage; without it, the newest five published ones and drafts' }),
  from: day.optional(),
  until: day.optional(),
})

export const rateHistoryResponse = z.strictObject({
  fromCurrencyCode: z.string(),
  toCurrencyCode: z.string(),
  isDerived: z.boolean(),
  series: z.array(
    z.strictObject({
      vintage: z.string(),
      status: vintageSchema.shape.status,
      points: z.array(z.strictObject({ asOfDate: day, exchangeRate: z.string() })),
    }),
  ),
})

export const compareVintagesQuery = z.strictObject({
  currencySchemeCode: keyText(32),
  vintage: keyText(32),
  base: keyText(32).optional().meta({ description: 'The vintage to compare with; without it, the one published before' }),
  minimumMovePercent: z.coerce.number().min(0).max(1_000).default(reviewedMovePercent),
  ...paging,
})

export const rateDifference = z.strictObject({
  kind: z.enum(['added', 'removed', 'moved']),
  currencyCode: z.string(),
  asOfDate: day,
  before: z.string().nullable(),
  after: z.string().nullable(),
  movePercent: z.number().nullable(),
})
export type RateDifference = z.output<typeof rateDifference>

export const compareVintagesResponse = z.strictObject({
  vintage: z.string(),
  base: z.string().nullable().meta({ description: "null: there isn't one to compare with" }),
  addedCurrencies: z.array(z.string()),
  removedCurrencies: z.array(z.string()),
  missingDates: z
    .array(z.strictObject({ currencyCode: z.string(), asOfDates: z.array(day), count: z.number().int() }))
    .meta({ description: 'Days that other currencies of the vintage have, between the first and last of this one' }),
  unchangedRates: z.number().int(),
  addedRates: z.number().int(),
  removedRates: z.number().int(),
  movedRates: z.number().int().meta({ description: 'Rates that changed at all' }),
  movedBeyond: z.number().int().meta({ description: 'Rates that changed by at least the given percentage' }),
  differences: z.array(rateDifference).meta({ description: 'A page of differences, largest changes first' }),
  totalDifferences: z.number().int(),
})

export const convertQuery = z.strictObject({
  ...rateSource,
  amount: decimalText,
  fromCurrencyCode: code,
  toCurrencyCode: code,
})

export const convertResponse = z.strictObject({
  amount: z.string(),
  result: z.string(),
  currencySchemeCode: z.string(),
  vintage: z.string(),
  rate: rateSchema,
  steps: z.array(rateSchema).meta({ description: 'The given rates that the result was computed from' }),
})
