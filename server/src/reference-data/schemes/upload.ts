import { saveSchemeBody } from '@steward/contract/reference-data/currencies-schemas'
import { type UploadTable, cells } from '../tables/upload.ts'
import type { WantedScheme } from './plan.ts'

/** Files of currency schemes. */
export const schemeUpload: UploadTable<WantedScheme> = {
  fields: {
    currencySchemeCode: cells.text,
    currencySchemeName: cells.text,
    anchorCurrencyCode: cells.text,
    sourceName: cells.text,
    externalId: cells.text,
    updateIntervalInDays: cells.number,
    isActive: cells.boolean,
    isDefault: cells.boolean,
  },
  required: ['currencySchemeCode', 'currencySchemeName', 'anchorCurrencyCode'],
  ignored: ['createDate', 'createUserId', 'updateDate', 'updateUserId'],
  schema: saveSchemeBody.element,
  keyField: 'currencySchemeCode',
  keyOf: ({ currencySchemeCode }) => currencySchemeCode,
}
