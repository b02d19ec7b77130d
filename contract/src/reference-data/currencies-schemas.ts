import { z } from 'zod'
import { largestOffset, pageOf, timestamp } from '../fields.ts'
import { uploadedFile } from '../files.ts'
import { currencyCode, currencyName, currencySchemeCode, currencySchemeName, vintageName } from '../rules/names.ts'
import { keyText, lineText } from '../text.ts'
import { currencyFields, schemeFields, tablePageSize, vintageFields } from './constants.ts'

/** The tables of reference data: currencies, schemes and their vintages (second specification file, sections 3, 5 and 7). */

/** A day, ISO 8601. The database has no year 0. */
export const day = z.iso
  .date()
  .refine((text) => !text.startsWith('0000'))
  .meta({ example: '2026-06-30' })

/** Paging, order and the `where` language of a table. */
const tableQuery = <const F extends readonly [string, ...string[]]>(fields: F, sort: F[number]) =>
  z.strictObject({
    limit: z.coerce.number().int().min(0).max(100_000).default(tablePageSize).meta({ description: '0 for all rows' }),
    offset: z.coerce.number().int().min(0).max(largestOffset).default(0),
    // The default is one of the fields.
    sort: z.enum(fields).default(sort as never),
    sortOrder: z.enum(['asc', 'desc']).default('asc'),
    where: lineText(2_000)
      .optional()
      .meta({
        description: [
          'Conditions joined by AND and OR, with parentheses: `isActive = true AND currencyCode LIKE "E*"`.',
          'Operators are =, !=, <, <=, >, >=, IN (…) and, for text, LIKE, where `*` matches any text.',
          'Text is in single or double quotes, which are doubled inside, and is compared in any case.',
          'Days are `2026-06-30`; a time is compared with a day by its day in UTC.',
        ].join(' '),
      }),
  })

const tableFilter = <const F extends readonly [string, ...string[]]>(fields: F, sort: F[number]) =>
  tableQuery(fields, sort).omit({ limit: true, offset: true })

// --- Currencies ------------------------------------------------------------------------------------------------------

export const currencySchema = z.strictObject({
  currencyCode: z.string(),
  currencyName: z.string(),
  isActive: z.boolean(),
  createdBy: z.string(),
  createdAt: timestamp,
  updatedBy: z.string(),
  updatedAt: timestamp,
  version: z.number().int(),
})
export type Currency = z.output<typeof currencySchema>

export const listCurrenciesQuery = tableQuery(currencyFields, 'currencyCode')
export const listCurrenciesResponse = pageOf(currencySchema)
export const exportCurrenciesQuery = tableFilter(currencyFields, 'currencyCode')

/** One currency: created, or changed if its code exists; what is left out stays as it is, and is active in a new one. */
export const saveCurrencyBody = z.array(z.strictObject({ currencyCode, currencyName, isActive: z.boolean().optional() })).length(1)

// --- Schemes ---------------------------------------------------------------------------------------------------------

export const schemeSchema = z.strictObject({
  currencySchemeId: z.uuid(),
  currencySchemeCode: z.string(),
  currencySchemeName: z.string(),
  anchorCurrencyCode: z.string(),
  sourceName: z.string(),
  externalId: z.string(),
  updateIntervalInDays: z.number().int(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  createDate: timestamp,
  createUserId: z.string(),
  updateDate: timestamp,
  updateUserId: z.string(),
  version: z.number().int(),
  vintageCount: z.number().int(),
  newestVintage: z.string().nullable().meta({ description: 'The vintage published last' }),
  newestPublishedAt: timestamp.nullable(),
  hasRates: z.boolean().meta({ description: 'Whether the anchor currency can no longer be changed' }),
  isDue: z.boolean().meta({ description: 'Whether the newest vintage is older than the update interval' }),
  dueAt: timestamp.nullable().meta({ description: 'When the next vintage is expected; null without an update interval' }),
})
export type CurrencyScheme = z.output<typeof schemeSchema>

export const listSchemesQuery = tableQuery(schemeFields, 'currencySchemeCode')
export const listSchemesResponse = pageOf(schemeSchema)
export const exportSchemesQuery = tableFilter(schemeFields, 'currencySchemeCode')

/** One scheme: created, or changed if its code exists; what is left out stays as it is. */
export const saveSchemeBody = z
  .array(
    z.strictObject({
      currencySchemeCode,
      currencySchemeName,
      anchorCurrencyCode: currencyCode,
      sourceName: lineText(64).optional(),
      externalId: lineText(64).optional(),
      updateIntervalInDays: z.number().int().min(0).max(5_000).optional().meta({ description: '0: no next vintage is expected' }),
      isActive: z.boolean().optional(),
      isDefault: z.boolean().optional().meta({ description: 'The first scheme becomes the default automatically' }),
    }),
  )
  .length(1)

// --- Vintages --------------------------------------------------------------------------------------------------------

export const vintageStatus = z.enum(['Draft', 'Published'])

export const vintageSchema = z.strictObject({
  currencySchemeVintageId: z.uuid(),
  currencySchemeCode: z.string(),
  vintage: z.string(),
  sourceName: z.string(),
  status: vintageStatus,
  firstAsOfDate: day.nullable(),
  lastAsOfDate: day.nullable(),
  currencyCount: z.number().int(),
  rateCount: z.number().int(),
  createdBy: z.string(),
  createdAt: timestamp,
  publishedBy: z.string().nullable(),
  publishedAt: timestamp.nullable(),
  version: z.number().int(),
})
export type Vintage = z.output<typeof vintageSchema>

export const listVintagesQuery = tableQuery(vintageFields, 'createdAt')
export const listVintagesResponse = pageOf(vintageSchema)
export const exportVintagesQuery = tableFilter(vintageFields, 'createdAt')

/** One vintage: created as a draft, changed while it is one, or published; what is left out stays as it is. */
export const saveVintageBody = z
  .array(
    z.strictObject({
      currencySchemeCode: keyText(32),
      vintage: vintageName,
      sourceName: lineText(64).optional(),
      status: vintageStatus.optional(),
    }),
  )
  .length(1)

export const vintageParams = z.strictObject({ currencySchemeCode: keyText(32), vintage: keyText(32) })

export const tableFile = z.string()
/** Columns that are missing leave their fields as they are. */
export const tableUpload = z.strictObject({ file: uploadedFile('CSV with a header line: the names of the fields, in any order') })

/** What an upload of currencies or schemes did: all rows or none. */
export const tableUploadReport = z.strictObject({
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
})
export type TableUploadReport = z.output<typeof tableUploadReport>
