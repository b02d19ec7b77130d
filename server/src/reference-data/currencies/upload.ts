import { saveCurrencyBody } from '@steward/contract/reference-data/currencies-schemas'
import { type UploadTable, cells } from '../tables/upload.ts'
import type { WantedCurrency } from './save.ts'

/** Files of currencies. */
export const currencyUpload: UploadTable<WantedCurrency> = {
  fields: { currencyCode: cells.text, currencyName: cells.text, isActive: cells.boolean },
  required: ['currencyCode', 'currencyName'],
  ignored: ['createdBy', 'createdAt', 'updatedBy', 'updatedAt'],
  schema: saveCurrencyBody.element,
  keyField: 'currencyCode',
  keyOf: ({ currencyCode }) => currencyCode,
}
