import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { exportCurrencySchemes, listCurrencySchemes } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme, TableUploadReport } from '@steward/contract/reference-data/currencies-schemas'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import { streamExport } from '../../exports/stream-export.ts'
import type { Caller } from '../../http/caller.ts'
import type { Shared } from '../../shared.ts'
import { change } from '../tables/change.ts'
import { mustBeSaved } from '../tables/rows.ts'
import { exportedTable, readTablePage } from '../tables/table.ts'
import { type TableUploadContext, type TableUploadRequest, uploadTable } from '../tables/upload.ts'
import type { WantedScheme } from './plan.ts'
import { type SchemeRow, findScheme, schemeColumns, schemeTable, toScheme } from './queries.ts'
import { saveScheme, schemeConstraints } from './save.ts'
import { schemeUpload } from './upload.ts'

/** Reading and changing the currency schemes of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createSchemeService(context: TableUploadContext & Pick<Shared, 'now'>) {
  const { db, now } = context
  return {
    /** @throws where_invalid */
    async list(ctx: TenantContext, query: QueryOf<typeof listCurrencySchemes>) {
      const read = withTenant(db, ctx, (tx) => readTablePage<SchemeRow>(tx, schemeTable, schemeColumns, query), { readOnly: true })
      const { rows, totalCount } = await read
      const { limit, offset } = query
      return { count: rows.length, items: rows.map((row) => toScheme(row, now())), limit, offset, totalCount, totalIsExact: true }
    },

    /** The filtered schemes as CSV. @throws where_invalid */
    export: (caller: Caller, filter: QueryOf<typeof exportCurrencySchemes>) =>
      streamExport(db, caller, 'currencySchemes', exportedTable(db.kysely, caller.tenantId, schemeTable, filter)),

    /**
     * Creates a scheme, or changes the one with its code.
     * @throws version_conflict, currency_unknown, anchor_inactive, anchor_in_use, upload_running, default_scheme_required,
     *   default_scheme_inactive
     */
    save(ctx: TenantContext, wanted: WantedScheme, ifMatch: number | undefined): Promise<CurrencyScheme> {
      return change(db, ctx, schemeConstraints, async (tx) => {
        mustBeSaved(await saveScheme(tx, ctx, wanted, ifMatch))
        const row = await findScheme(tx, wanted.currencySchemeCode)
        if (!row) throw problem('not_found')
        return toScheme(row, now())
      })
    },

    /**
     * Creates and changes the schemes of a file, all or none.
     * @throws upload_empty, file_encoding_invalid, body_too_large, table_upload_refused
     */
    upload: (caller: Caller, request: TableUploadRequest): Promise<TableUploadReport> =>
      uploadTable(context, caller, request, schemeUpload),
  }
}

export type SchemeService = ReturnType<typeof createSchemeService>
