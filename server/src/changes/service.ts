import type { getChange, listChanges, undoChange } from '@steward/contract/changes/endpoints'
import type { Change } from '@steward/contract/changes/schemas'
import { problem } from '@steward/contract/errors'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { change } from '../access/change.ts'
import type { Db } from '../db/pool.ts'
import { type ChangeRecord, isUndoable, readChangeRecords } from '../audit-log/change-records.ts'
import { constraintOf } from '../db/constraint.ts'
import { currentOperation } from '../db/operation.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { FlagService } from '../flags/service.ts'
import { readChanged, readPeople } from '../history/service.ts'
import type { Caller } from '../http/caller.ts'
import type { Gate, Principal } from '../http/principal.ts'
import { mustHaveProduct, productsOf } from '../resource-groups/products.ts'
import { flagsFor } from '../roles/actions.ts'
import { permissionsFor } from './guards.ts'
import { type Image, readImages } from './images.ts'
import { findRecord, olderThan, productCodesOf } from './queries.ts'
import { type RestoredUsers, mustBeFreshToRestore, restoreUsers } from './restore-users.ts'
import { type UndoPorts, putBack } from './undo.ts'

export interface ChangesContext extends UndoPorts {
  db: Db
  flags: FlagService
  isGranted: Gate['isGranted']
}

/** A change with what it wrote. */
interface Written {
  record: ChangeRecord
  images: readonly Image[]
  productCodes: readonly string[]
}

/** Committed changes of a tenant, and taking them back. */
export function createChangesService(context: ChangesContext) {
  const { db, flags, isGranted } = context
  const read = <T>(ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>) => withTenant(db, ctx, work, { readOnly: true })

  /** @throws forbidden */
  async function mustHavePermissions(principal: Principal, images: readonly Image[], productCodes: readonly string[]): Promise<void> {
    for (const table of new Set(images.map((image) => image.table))) {
      const [permission, ...others] = permissionsFor[table]
      const granted = await Promise.all([permission, ...others].map((name) => isGranted(principal, name)))
      if (!granted.includes(true)) throw problem('forbidden', { permission, ...(others[0] === undefined ? {} : { or: others[0] }) })
    }
    for (const code of productsOf(productCodes)) await mustHaveProduct(isGranted, principal, code)
  }

  const readWritten = (ctx: TenantContext, changeId: string): Promise<Written> =>
    read(ctx, async (tx) => {
      const record = await findRecord(tx, changeId)
      const images = await readImages(tx, { changeId, at: record.at })
      return { record, images, productCodes: await productCodesOf(tx, images) }
    })

  async function takeBack(
    ctx: Caller,
    changeId: string,
    { record, images, productCodes }: Written,
  ): Promise<ResponseOf<typeof undoChange>> {
    if (!isUndoable(record) || images.length === 0) throw problem('change_not_undoable')
    const readFlags = await flagsFor(flags, ctx)
    const operation = currentOperation()
    if (operation) operation.undoOf = changeId
    const work = (tx: TenantTransaction) => putBack(tx, ctx, { images, productCodes, readFlags }, context)
    const undone = await change(db, ctx, work).catch((error: unknown) => {
      throw refusals[constraintOf(error) ?? '']?.() ?? error
    })
    return { ...undone, undoOf: changeId, lasting: record.lasting }
  }

  return {
    list(ctx: TenantContext, { limit, before }: QueryOf<typeof listChanges>): Promise<ResponseOf<typeof listChanges>> {
      return read(ctx, async (tx) => {
        const rows = await readChangeRecords(tx, await olderThan(tx, before), limit + 1)
        const shown = rows.slice(0, limit)
        return { items: await toChanges(tx, shown), next: rows.length > limit ? (shown.at(-1)?.change_id ?? null) : null }
      })
    },

    /** @throws not_found */
    get(ctx: TenantContext, changeId: string): Promise<ResponseOf<typeof getChange>> {
      return read(ctx, async (tx) => {
        const record = await findRecord(tx, changeId)
        const [shown] = await toChanges(tx, [record])
        if (shown === undefined) throw problem('not_found')
        return { change: shown, ...(await readChanged(tx, record.at)) }
      })
    },

    /**
     * Puts back what a change wrote, as a change of its own.
     * @throws not_found, forbidden, change_not_undoable, change_conflict, and the refusals of ordinary calls
     */
    async undo(principal: Principal, ctx: Caller, changeId: string): Promise<ResponseOf<typeof undoChange>> {
      const written = await readWritten(ctx, changeId)
      await mustHavePermissions(principal, written.images, written.productCodes)
      return takeBack(ctx, changeId, written)
    },

    /**
     * The same for an operator, who has every permission but none to break a rule.
     * @throws not_found, change_not_undoable, change_conflict, and the refusals of ordinary calls
     */
    async undoAsOperator(ctx: TenantContext, changeId: string): Promise<ResponseOf<typeof undoChange>> {
      return takeBack(ctx, changeId, await readWritten(ctx, changeId))
    },

    /** See `restoreUsers`, in the caller's transaction. */
    restoreUsers: (tx: TenantTransaction, ctx: Caller, changeIds: readonly string[]): Promise<RestoredUsers> =>
      restoreUsers(tx, ctx, changeIds, context),

    mustBeFreshToRestore,
  }
}

export type ChangesService = ReturnType<typeof createChangesService>

const refusals: Readonly<Record<string, () => ReturnType<typeof problem>>> = {
  resource_group_name_unique: () => problem('resource_group_name_taken'),
  resource_group_default_unique: () => problem('change_conflict'),
  groups_with_all_access: () => problem('groups_with_all_access'),
  tag_name_unique: () => problem('tag_exists'),
  // Without the code of a currency: guards refuse it with the code before.
  currency_is_anchor: () => problem('change_conflict', { count: 1 }),
  currency_scheme_code_unique: () => problem('change_conflict', { count: 1 }),
  currency_scheme_default_unique: () => problem('change_conflict', { count: 1 }),
  default_scheme_inactive: () => problem('default_scheme_inactive'),
  log_stream_name_unique: () => problem('log_stream_name_taken'),
  log_stream_sends_something: () => problem('log_stream_sends_nothing'),
  saved_view_name_unique: () => problem('view_name_taken'),
  api_key_name_unique: () => problem('api_key_name_taken'),
}

async function toChanges(tx: TenantTransaction, records: readonly ChangeRecord[]): Promise<Change[]> {
  const people = await readPeople(
    tx,
    records.flatMap(({ actor_type: type, actor_id: id }) => (type === 'user' ? [id] : [])),
  )
  return records.map((record) => ({
    changeId: record.change_id,
    operation: record.operation,
    requestId: record.request_id,
    occurredAt: record.at,
    actorType: record.actor_type,
    actorId: record.actor_id,
    actorName: record.actor_name,
    actor: people.get(record.actor_id) ?? null,
    rowCount: record.row_count,
    undoOf: record.undo_of,
    undoneBy: record.undone_by,
    isUndoable: isUndoable(record),
    lasting: record.lasting,
  }))
}
