import { saveCurrencyBody } from '@steward/contract/reference-data/currencies-schemas'
import { type UploadTable, cells } from '../tables/upload.ts'
import { type WantedCurrency, currencyConstraints, saveCurrencies } from './save.ts'

/** Files of currencies. */
export const currencyUpload: UploadTable<WantedCurrency> = {
  what: 'currencies',
  fields: { currencyCode: cells.text, currencyName: cells.text, isActive: cells.boolean },
  required: ['currencyCode', 'currencyName'],
  ignored: ['createdBy', 'createdAt', 'updatedBy', 'updatedAt'],
  schema: saveCurrencyBody.element,
  keyField: 'currencyCode',
  keyOf: ({ currencyCode }) => currencyCode,
  rejected: { kind: 'rejectedCurrencies', name: 'rejected-currencies' },
  constraints: currencyConstraints,
  begin: () => ({ open: async (tx, caller) => ({ save: (rows, options) => saveCurrencies(tx, caller, rows, options) }) }),
}
