import { problem } from '@steward/contract/errors'
import { Guard } from '../access/guard.ts'
import { constraintOf } from '../db/constraint.ts'
import type { ImagedTable } from '../db/imaged-tables.ts'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import { puttingBack } from '../resource-groups/put-back.ts'
import { type ReadFlags, mustBeAvailable } from '../roles/actions.ts'
import { type Difference, conflictOf } from './conflict.ts'
import { keysIn, mayChange, mayGive, of } from './guards.ts'
import { type Columns, type Image, readImages, rowOf } from './images.ts'
import { deleteRows, differencesOf, insertRows, lockRows, ownChangeId, updateRows } from './queries.ts'

/** What undoing needs of the areas whose rows it puts back. */
export interface UndoPorts {
  mustBeWelcome(tx: TenantTransaction, email: string): Promise<void>
  endSessions(tx: TenantTransaction, userId: string, reason: 'user_deleted' | 'user_disabled'): Promise<unknown>
  sendActivations(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
}

/** Tables in the order in which rows can be created; they are locked and deleted in an order of their own. */
const creationOrder = [
  'role',
  'role_action',
  'user_group',
  'group_role',
  'app_user',
  'group_member',
  'api_key',
  'api_key_group',
  'resource_group',
  'resource_group_group',
] as const satisfies readonly ImagedTable[]
/** Groups are locked before users. */
const lockOrder = ['role', 'user_group', ...creationOrder.filter((table) => table !== 'role' && table !== 'user_group')] as const

export interface Undo {
  images: readonly Image[]
  productCodes: readonly string[]
  readFlags: ReadFlags
}

/**
 * Puts rows back as they were before a change. Returns the id of the change that this is.
 * @throws change_conflict with each field that was changed since, and the refusals of ordinary calls
 */
export async function putBack(tx: TenantTransaction, { actor }: TenantContext, undo: Undo, ports: UndoPorts): Promise<string> {
  const { images } = undo
  const guard = new Guard(tx, actor)
  await mayChange(tx, guard, actor, images)
  await mustBeUnchanged(tx, images)
  await mustBeWelcome(tx, images, ports)
  const actions = keysIn(
    of(images, 'role_action').filter(({ before }) => before !== null),
    'action_name',
  )
  mustBeAvailable(actions, await undo.readFlags(tx), () => 'changeId')
  for (const { key, before } of of(images, 'app_user')) {
    if (before === null) await ports.endSessions(tx, String(key['user_id']), 'user_deleted')
    else if (before['is_disabled'] === true) await ports.endSessions(tx, String(key['user_id']), 'user_disabled')
  }
  await puttingBack(tx, undo.productCodes, () => write(tx, images))
  await mayGive(tx, guard, images)
  const changeId = await ownChangeId(tx)
  await mustBeAll(tx, changeId, images)
  const restored = of(images, 'app_user').filter(({ after }) => after === null)
  await ports.sendActivations(tx, keysIn(restored, 'user_id'))
  return changeId
}

async function mustBeUnchanged(tx: TenantTransaction, images: readonly Image[]): Promise<void> {
  const differences: Difference[] = []
  for (const table of lockOrder) {
    const own = of(images, table)
    if (own.length === 0) continue
    const now = await lockRows(tx, table, own)
    differences.push(...own.flatMap((image) => differencesOf(image, now.get(rowOf(image)))))
  }
  if (differences.length > 0) throw await conflictOf(tx, differences)
}

async function mustBeWelcome(tx: TenantTransaction, images: readonly Image[], ports: UndoPorts): Promise<void> {
  for (const { before, after } of of(images, 'app_user')) {
    if (after === null && typeof before?.['email'] === 'string') await ports.mustBeWelcome(tx, before['email'])
  }
}

/** New rows come before others go: a tenant always keeps an administrator. */
async function write(tx: TenantTransaction, images: readonly Image[]): Promise<void> {
  try {
    for (const table of creationOrder) {
      const own = of(images, table)
      const back = own.flatMap(({ before, after }) => (before !== null && after === null ? [restored(table, before)] : []))
      await insertRows(tx, table, back)
      await updateRows(
        tx,
        table,
        own.filter(({ before, after }) => before !== null && after !== null),
      )
    }
    for (const table of creationOrder.toReversed()) {
      await deleteRows(
        tx,
        table,
        of(images, table).filter(({ before }) => before === null),
      )
    }
  } catch (error) {
    // What it belonged to is gone, or another change came between.
    if (/_(fk|pk)$/.test(constraintOf(error) ?? '')) throw problem('change_conflict', { count: 1 })
    throw error
  }
}

/** A deleted user has no password any more, and is asked to set one. */
const restored = (table: ImagedTable, before: Columns): Columns =>
  table === 'app_user' ? { ...before, status: 'FORCE_CHANGE_PASSWORD' } : before

/** Nothing else is taken along: what was added since to a row that is deleted is a conflict. */
async function mustBeAll(tx: TenantTransaction, changeId: string, images: readonly Image[]): Promise<void> {
  const planned = new Set(images.map(rowOf))
  const written = await readImages(tx, { changeId })
  const others = written.filter((image) => !planned.has(rowOf(image)))
  if (others.length > 0)
    throw await conflictOf(
      tx,
      others.map((image) => ({ image, field: '', before: null, after: null, now: 'exists' })),
    )
}
