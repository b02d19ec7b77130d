import type { SavedView } from '@steward/contract/saved-views/schemas'
import type { ViewedList } from '@steward/contract/saved-views/lists'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { NewRow, Row, RowUpdate } from '../db/types.ts'

export type ViewRow = Row<'saved_view'>

/** A user's own views and the shared ones, by name. */
export async function readViews(tx: TenantTransaction, userId: string): Promise<SavedView[]> {
  const rows = await tx
    .selectFrom('saved_view as v')
    .leftJoin('saved_view_default as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'v.tenant_id')
        .onRef('d.list', '=', 'v.list')
        .onRef('d.saved_view_id', '=', 'v.saved_view_id')
        .on('d.user_id', '=', userId),
    )
    .selectAll('v')
    .select('d.user_id as default_of')
    .where('v.tenant_id', '=', tenantIdOf(tx))
    .where((eb) => eb.or([eb('v.owner_id', '=', userId), eb('v.owner_id', 'is', null)]))
    .orderBy('v.view_name_key')
    .orderBy('v.saved_view_id')
    .execute()
  return rows.map((row) => ({
    savedViewId: row.saved_view_id,
    // The program writes only these lists.
    list: row.list as ViewedList,
    name: row.view_name,
    search: row.search,
    columns: row.columns,
    density: row.density,
    isShared: row.is_shared,
    isDefault: row.default_of !== null,
    createdBy: row.created_by_name,
    version: row.version,
  }))
}

/** Locks one of a user's own views, or a shared one. */
export const lockView = (tx: TenantTransaction, userId: string, savedViewId: string): Promise<ViewRow | undefined> =>
  tx
    .selectFrom('saved_view')
    .selectAll()
    .where('saved_view_id', '=', savedViewId)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('owner_id', 'is', null)]))
    .forUpdate()
    .executeTakeFirst()

/** How many views a user has, or how many are shared if there is no owner. */
export async function countViews(tx: TenantTransaction, ownerId: string | null): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', 'is not distinct from', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the id. */
export async function insertView(tx: TenantTransaction, view: Omit<NewRow<'saved_view'>, 'tenant_id'>): Promise<string> {
  const { saved_view_id: savedViewId } = await tx
    .insertInto('saved_view')
    .values({ tenant_id: tenantIdOf(tx), ...view })
    .returning('saved_view_id')
    .executeTakeFirstOrThrow()
  return savedViewId
}

export async function changeView(tx: TenantTransaction, savedViewId: string, changed: RowUpdate<'saved_view'>): Promise<void> {
  await tx.updateTable('saved_view').set(changed).where('saved_view_id', '=', savedViewId).execute()
}

export async function deleteView(tx: TenantTransaction, savedViewId: string): Promise<void> {
  await tx.deleteFrom('saved_view').where('saved_view_id', '=', savedViewId).execute()
}

export async function writeDefault(tx: TenantTransaction, userId: string, list: ViewedList, savedViewId: string): Promise<void> {
  await tx
    .insertInto('saved_view_default')
    .values({ tenant_id: tenantIdOf(tx), user_id: userId, list, saved_view_id: savedViewId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'list']).doUpdateSet({ saved_view_id: savedViewId }))
    .execute()
}

export async function deleteDefault(tx: TenantTransaction, userId: string, list: ViewedList): Promise<void> {
  await tx.deleteFrom('saved_view_default').where('user_id', '=', userId).where('list', '=', list).execute()
}
