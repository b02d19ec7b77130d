import { problem } from '@steward/contract/errors'
import type { BodyOf, ParamsOf, QueryOf } from '@steward/contract/http'
import type {
  deleteVintage as deleteVintageEndpoint,
  exportVintages,
  listVintages,
  saveVintage,
} from '@steward/contract/reference-data/currencies'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'
import { streamExport } from '../../exports/stream-export.ts'
import type { Caller } from '../../http/caller.ts'
import { type Constraints, change } from '../tables/change.ts'
import { mustBeVersion } from '../tables/rows.ts'
import { exportedTable, readTablePage } from '../tables/table.ts'
import {
  type LockedVintage,
  type VintageRow,
  changeVintage,
  deleteVintage,
  findSchemeId,
  findVintage,
  insertVintage,
  isUploading,
  lockVintage,
  toVintage,
  vintageColumns,
  vintageTable,
} from './queries.ts'

type WantedVintage = BodyOf<typeof saveVintage>[number]

const constraints: Constraints = {
  // An undo can delete a new scheme at the same moment.
  racing: ['currency_vintage_name_unique', 'currency_vintage_scheme_fk'],
  refusals: { vintage_published: () => problem('vintage_published'), vintage_empty: () => problem('vintage_empty') },
}

/** Reading, changing and publishing vintages. Every method runs in one transaction of the caller's tenant. */
export function createVintageService(db: Db) {
  return {
    /** @throws where_invalid */
    async list(ctx: TenantContext, query: QueryOf<typeof listVintages>) {
      const read = withTenant(db, ctx, (tx) => readTablePage<VintageRow>(tx, vintageTable, vintageColumns, query), { readOnly: true })
      const { rows, totalCount } = await read
      const { limit, offset } = query
      return { count: rows.length, items: rows.map(toVintage), limit, offset, totalCount, totalIsExact: true }
    },

    /** The filtered vintages as CSV. @throws where_invalid */
    export: (caller: Caller, filter: QueryOf<typeof exportVintages>) =>
      streamExport(db, caller, 'vintages', exportedTable(db.kysely, caller.tenantId, vintageTable, filter)),

    /**
     * Creates a draft, or changes or publishes it.
     * @throws scheme_unknown, version_conflict, vintage_published, vintage_empty, upload_running
     */
    save(ctx: TenantContext, wanted: WantedVintage, ifMatch: number | undefined): Promise<Vintage> {
      return change(db, ctx, constraints, async (tx) => {
        const schemeId = await findSchemeId(tx, wanted.currencySchemeCode)
        if (schemeId === undefined) throw problem('scheme_unknown', {}, { field: '0.currencySchemeCode' })
        const before = await lockVintage(tx, schemeId, wanted.vintage)
        mustBeVersion(ifMatch, before?.version)
        if (before?.status === 'Published') throw problem('vintage_published')
        const id = before?.currency_vintage_id ?? (await insertVintage(tx, schemeId, { ...wanted, createdBy: ctx.actor.name }))
        if (wanted.status === 'Published') await mustBePublishable(tx, before)
        await write(tx, ctx, id, wanted, before)
        const row = await findVintage(tx, id)
        if (!row) throw problem('not_found')
        return toVintage(row)
      })
    },

    /** Deletes a draft with its rates. @throws not_found, version_conflict, vintage_published, upload_running */
    remove(
      ctx: TenantContext,
      { currencySchemeCode, vintage }: ParamsOf<typeof deleteVintageEndpoint>,
      ifMatch: number | undefined,
    ): Promise<void> {
      return change(db, ctx, constraints, async (tx) => {
        const schemeId = await findSchemeId(tx, currencySchemeCode)
        const draft = schemeId === undefined ? undefined : await lockVintage(tx, schemeId, vintage)
        if (!draft) throw problem('not_found')
        mustBeVersion(ifMatch, draft.version)
        if (draft.status === 'Published') throw problem('vintage_published')
        if (await isUploading(tx, draft.currency_vintage_id)) throw problem('upload_running')
        await deleteVintage(tx, draft.currency_vintage_id)
      })
    },
  }
}

export type VintageService = ReturnType<typeof createVintageService>

/** @throws vintage_empty, upload_running */
async function mustBePublishable(tx: TenantTransaction, draft: LockedVintage | undefined): Promise<void> {
  if (draft && (await isUploading(tx, draft.currency_vintage_id))) throw problem('upload_running')
  if (!draft || draft.rate_count === 0) throw problem('vintage_empty')
}

async function write(
  tx: TenantTransaction,
  { actor }: TenantContext,
  id: string,
  { sourceName, status }: WantedVintage,
  before: LockedVintage | undefined,
): Promise<void> {
  const isRenamed = before !== undefined && sourceName !== undefined && sourceName !== before.source_name
  if (!isRenamed && status !== 'Published') return
  await changeVintage(tx, id, {
    sourceName: isRenamed ? sourceName : undefined,
    publishedBy: status === 'Published' ? actor.name : undefined,
  })
}
