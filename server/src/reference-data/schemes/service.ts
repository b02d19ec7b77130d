import { problem } from '@steward/contract/errors'
import type { FileStream } from '@steward/contract/files'
import type { QueryOf } from '@steward/contract/http'
import type { exportCurrencySchemes, listCurrencySchemes } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme, TableUploadReport } from '@steward/contract/reference-data/currencies-schemas'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import { streamExport } from '../../exports/stream-export.ts'
import type { Caller } from '../../http/caller.ts'
import type { Shared } from '../../shared.ts'
import { change } from '../tables/change.ts'
import { type RowFault, mustBeSaved } from '../tables/rows.ts'
import { exportedTable, readTablePage } from '../tables/table.ts'
import { readUpload, saveUpload } from '../tables/upload.ts'
import type { WantedScheme } from './plan.ts'
import { type SchemeRow, findScheme, schemeColumns, schemeTable, toScheme } from './queries.ts'
import { saveSchemes, schemeConstraints } from './save.ts'
import { schemeUpload } from './upload.ts'

/** Reading and changing the currency schemes of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createSchemeService({ db, now }: Pick<Shared, 'db' | 'now'>) {
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
        mustBeSaved(await saveSchemes(tx, ctx, [wanted], ifMatch))
        const row = await findScheme(tx, wanted.currencySchemeCode)
        if (!row) throw problem('not_found')
        return toScheme(row, now())
      })
    },

    /**
     * Creates and changes the schemes of a file, all or none.
     * @throws upload_empty, import_too_large, file_encoding_invalid, table_upload_refused
     */
    async upload(caller: Caller, file: FileStream): Promise<TableUploadReport> {
      const upload = await readUpload(file, schemeUpload)
      return change(db, caller, schemeConstraints, (tx) =>
        saveUpload(tx, caller, upload, 'currencySchemes', async (rows) => {
          const saved = await saveSchemes(tx, caller, rows)
          // A line that can't be read might be the one that says which scheme is the default.
          const isKnown = ({ code }: RowFault) => upload.faults.length === 0 || !code.startsWith('default_scheme')
          return { ...saved, faults: saved.faults.filter(isKnown) }
        }),
      )
    },
  }
}

export type SchemeService = ReturnType<typeof createSchemeService>
