import { saveSchemeBody } from '@steward/contract/reference-data/currencies-schemas'
import { countRefused, hasKey } from '../../uploads/staging.ts'
import { type TableSaver, type UploadTable, cells } from '../tables/upload.ts'
import { type WantedScheme, keyOf } from './plan.ts'
import { lockSchemes, readDefaultScheme } from './queries.ts'
import { saveSchemes, schemeConstraints } from './save.ts'

/** Files of currency schemes. */
export const schemeUpload: UploadTable<WantedScheme> = {
  what: 'currencySchemes',
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
  keyOf,
  rejected: { kind: 'rejectedSchemes', name: 'rejected-schemes' },
  constraints: schemeConstraints,
  begin: createSaver,
}

/** Saves the schemes of a file: which one becomes the default is known only when all were seen. */
function createSaver(): TableSaver<WantedScheme> {
  let chosen: string | undefined
  let firstActive: string | undefined
  let first: string | undefined
  return {
    see(row) {
      if (row.isDefault) chosen ??= keyOf(row)
      if (row.isActive !== false) firstActive ??= keyOf(row)
      first ??= keyOf(row)
    },
    async open(tx, caller) {
      await lockSchemes(tx)
      const former = await readDefaultScheme(tx)
      // The first scheme becomes the default.
      const next = chosen ?? (former ? undefined : (firstActive ?? first))
      const choice = { former, isFormerWanted: former !== undefined && (await hasKey(tx, former.currency_scheme_key)), next }
      const hasUnread = (await countRefused(tx)).count > 0
      return {
        lastKey: next,
        async save(rows, options) {
          const saved = await saveSchemes(tx, caller, rows, choice, options)
          // A line that can't be read might be the one that says which scheme is the default.
          return { ...saved, faults: saved.faults.filter(({ code }) => !hasUnread || !code.startsWith('default_scheme')) }
        },
      }
    },
  }
}
