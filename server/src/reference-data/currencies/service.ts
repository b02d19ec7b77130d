import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { exportCurrencies, listCurrencies } from '@steward/contract/reference-data/currencies'
import type { Currency, TableUploadReport } from '@steward/contract/reference-data/currencies-schemas'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import { streamExport } from '../../exports/stream-export.ts'
import type { Caller } from '../../http/caller.ts'
import { change } from '../tables/change.ts'
import { mustBeSaved } from '../tables/rows.ts'
import { exportedTable, readTablePage } from '../tables/table.ts'
import { type TableUploadContext, type TableUploadRequest, uploadTable } from '../tables/upload.ts'
import { type CurrencyRow, currencyColumns, currencyTable, lockCurrencies, toCurrency } from './queries.ts'
import { type WantedCurrency, currencyConstraints, saveCurrencies } from './save.ts'
import { currencyUpload } from './upload.ts'

/** Reading and changing the currencies of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createCurrencyService(context: TableUploadContext) {
  const { db } = context
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
        mustBeSaved(await saveCurrencies(tx, ctx, [wanted], { ifMatch }))
        const [row] = await lockCurrencies(tx, [wanted.currencyCode])
        if (!row) throw problem('not_found')
        return toCurrency(row)
      })
    },

    /**
     * Creates and changes the currencies of a file, all or none.
     * @throws upload_empty, file_encoding_invalid, body_too_large, table_upload_refused
     */
    upload: (caller: Caller, request: TableUploadRequest): Promise<TableUploadReport> =>
      uploadTable(context, caller, request, currencyUpload),
  }
}

export type CurrencyService = ReturnType<typeof createCurrencyService>
