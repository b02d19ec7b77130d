import type { BodyOf } from '@steward/contract/http'
import { type ProblemException, problem } from '@steward/contract/errors'
import { routeOf } from '@steward/contract/rules/routes'
import { ownViewsLimit, sharedViewsLimit } from '@steward/contract/saved-views/constants'
import type { createSavedView, patchSavedView } from '@steward/contract/saved-views/endpoints'
import { type ViewedList, viewedListNames, viewedLists } from '@steward/contract/saved-views/lists'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { constraintOf } from '../db/constraint.ts'
import { type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'
import type { Principal } from '../http/principal.ts'
import type { Shared } from '../shared.ts'
import { changeView, countViews, deleteDefault, deleteView, insertView, lockView, readViews, writeDefault } from './queries.ts'

const sharePermission = 'Admin.TenantAdministrator'

const refusals: Readonly<Record<string, () => ProblemException>> = {
  saved_view_name_unique: () => problem('view_name_taken', {}, { field: 'name' }),
}

/** Saved views of lists. A view without an owner is shared; changing it, and sharing, needs a permission (docs/adr/052). */
export function createSavedViewService({ db, isGranted }: Pick<Shared, 'db' | 'isGranted'>) {
  async function change<T>(caller: Caller, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    try {
      return await withTenant(db, caller, work)
    } catch (error) {
      throw refusals[constraintOf(error) ?? '']?.() ?? error
    }
  }

  /** The permission of a list's page that someone lacks. */
  async function missingFor(principal: Principal, list: ViewedList) {
    for (const permission of routeOf(viewedLists[list])?.permissions ?? []) if (!(await isGranted(principal, permission))) return permission
    return undefined
  }

  /** @throws forbidden */
  async function mustOpen(principal: Principal, list: ViewedList): Promise<void> {
    const permission = await missingFor(principal, list)
    if (permission !== undefined) throw problem('forbidden', { permission })
  }

  /** @throws forbidden */
  async function mayShare(principal: Principal): Promise<void> {
    if (!(await isGranted(principal, sharePermission))) throw problem('forbidden', { permission: sharePermission })
  }

  /**
   * Locks a view that the caller can change.
   * @throws not_found, version_conflict, forbidden
   */
  async function locked(tx: TenantTransaction, principal: Principal, savedViewId: string, ifMatch: number | undefined) {
    const view = await lockView(tx, principal.id, savedViewId)
    if (!view) throw problem('not_found')
    if (view.is_shared) await mayShare(principal)
    if (ifMatch !== undefined && ifMatch !== view.version) throw problem('version_conflict')
    return view
  }

  return {
    async list(caller: Caller, principal: Principal): Promise<SavedView[]> {
      const missing = await Promise.all(viewedListNames.map((list) => missingFor(principal, list)))
      const opened = new Set(viewedListNames.filter((_, index) => missing[index] === undefined))
      const views = await withTenant(db, caller, (tx) => readViews(tx, principal.id), { readOnly: true })
      return views.filter(({ list }) => opened.has(list))
    },

    /** @throws forbidden, view_name_taken, view_limit_reached */
    async create(caller: Caller, principal: Principal, input: BodyOf<typeof createSavedView>): Promise<SavedView> {
      await mustOpen(principal, input.list)
      if (input.isShared) await mayShare(principal)
      const ownerId = input.isShared ? null : principal.id
      return change(caller, async (tx) => {
        await mustFit(tx, ownerId)
        const savedViewId = await insertView(tx, {
          list: input.list,
          view_name: input.name,
          owner_id: ownerId,
          search: input.search,
          columns: JSON.stringify(input.columns),
          density: input.density,
          created_by_name: principal.name,
        })
        return show(tx, principal, savedViewId)
      })
    },

    /**
     * Changes the given fields. A view that is no longer shared belongs to the caller.
     * @throws not_found, version_conflict, forbidden, view_name_taken, view_limit_reached
     */
    patch(
      caller: Caller,
      principal: Principal,
      savedViewId: string,
      { input, ifMatch }: { input: BodyOf<typeof patchSavedView>; ifMatch: number | undefined },
    ): Promise<SavedView> {
      const { name, search, columns, density, isShared } = input
      return change(caller, async (tx) => {
        const view = await locked(tx, principal, savedViewId, ifMatch)
        const ownerId = isShared === undefined || isShared === view.is_shared ? view.owner_id : isShared ? null : principal.id
        if (ownerId !== view.owner_id) {
          await mayShare(principal)
          await mustFit(tx, ownerId)
        }
        await changeView(tx, savedViewId, {
          owner_id: ownerId,
          ...(name === undefined ? {} : { view_name: name }),
          ...(search === undefined ? {} : { search }),
          ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
          ...(density === undefined ? {} : { density }),
        })
        return show(tx, principal, savedViewId)
      })
    },

    /** @throws not_found, version_conflict, forbidden */
    remove(caller: Caller, principal: Principal, savedViewId: string, ifMatch: number | undefined): Promise<void> {
      return change(caller, async (tx) => {
        await locked(tx, principal, savedViewId, ifMatch)
        await deleteView(tx, savedViewId)
      })
    },

    /** @throws view_unknown */
    setDefault(caller: Caller, principal: Principal, list: ViewedList, savedViewId: string | null): Promise<void> {
      return change(caller, async (tx) => {
        if (savedViewId === null) return deleteDefault(tx, principal.id, list)
        const view = await lockView(tx, principal.id, savedViewId)
        if (view?.list !== list) throw problem('view_unknown', {}, { field: 'savedViewId' })
        return writeDefault(tx, principal.id, list, savedViewId)
      })
    },
  }
}

export type SavedViewService = ReturnType<typeof createSavedViewService>

/** @throws view_limit_reached */
async function mustFit(tx: TenantTransaction, ownerId: string | null): Promise<void> {
  const maximum = ownerId === null ? sharedViewsLimit : ownViewsLimit
  if ((await countViews(tx, ownerId)) >= maximum) throw problem('view_limit_reached', { maximum })
}

/** @throws not_found */
async function show(tx: TenantTransaction, principal: Principal, savedViewId: string): Promise<SavedView> {
  const view = (await readViews(tx, principal.id)).find((one) => one.savedViewId === savedViewId)
  if (!view) throw problem('not_found')
  return view
}
