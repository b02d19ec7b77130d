import { problem } from '@steward/contract/errors'
import type { FileStream } from '@steward/contract/files'
import type { QueryOf } from '@steward/contract/http'
import type { exportCurrencies, listCurrencies } from '@steward/contract/reference-data/currencies'
import type { Currency, TableUploadReport } from '@steward/contract/reference-data/currencies-schemas'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import { streamExport } from '../../exports/stream-export.ts'
import type { Caller } from '../../http/caller.ts'
import { change } from '../tables/change.ts'
import { mustBeSaved } from '../tables/rows.ts'
import { exportedTable, readTablePage } from '../tables/table.ts'
import { readUpload, saveUpload } from '../tables/upload.ts'
import { type CurrencyRow, currencyColumns, currencyTable, lockCurrencies, toCurrency } from './queries.ts'
import { type WantedCurrency, currencyConstraints, saveCurrencies } from './save.ts'
import { currencyUpload } from './upload.ts'

/** Reading and changing the currencies of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createCurrencyService(db: Db) {
  return {
    /** @throws where_invalid */
    async list(ctx: TenantContext, query: QueryOf<typeof listCurrencies>) {
      const { rows, totalCount } = await withTenant(
        db,
        ctx,
        (tx) => readTablePage<CurrencyRow>(tx, currencyTable, currencyColumns, query),
        { readOnly: true },
      )
      const { limit, offset } = query
      return { count: rows.length, items: rows.map(toCurrency), limit, offset, totalCount, totalIsExact: true }
    },

    /** The filtered currencies as CSV. @throws where_invalid */
    export: (caller: Caller, filter: QueryOf<typeof exportCurrencies>) =>
      streamExport(db, caller, 'currencies', exportedTable(db.kysely, caller.tenantId, currencyTable, filter)),

    /** Creates a currency, or changes the one with its code. @throws version_conflict, currency_is_anchor */
    save(ctx: TenantContext, wanted: WantedCurrency, ifMatch: number | undefined): Promise<Currency> {
      return change(db, ctx, currencyConstraints, async (tx) => {
        mustBeSaved(await saveCurrencies(tx, ctx, [wanted], ifMatch))
        const [row] = await lockCurrencies(tx, [wanted.currencyCode])
        if (!row) throw problem('not_found')
        return toCurrency(row)
      })
    },

    /**
     * Creates and changes the currencies of a file, all or none.
     * @throws upload_empty, import_too_large, file_encoding_invalid, table_upload_refused
     */
    async upload(caller: Caller, file: FileStream): Promise<TableUploadReport> {
      const upload = await readUpload(file, currencyUpload)
      return change(db, caller, currencyConstraints, (tx) =>
        saveUpload(tx, caller, upload, 'currencies', (rows) => saveCurrencies(tx, caller, rows)),
      )
    },
  }
}

export type CurrencyService = ReturnType<typeof createCurrencyService>
