import type { undoChange } from '@steward/contract/changes/endpoints'
import { problem } from '@steward/contract/errors'
import type { ResponseOf } from '@steward/contract/http'
import { Guard } from '../access/guard.ts'
import { ownChangeId } from '../db/change-id.ts'
import { constraintOf } from '../db/constraint.ts'
import type { UndoableTable } from '../db/imaged-tables.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'
import type { StreamsBack } from '../log-streams/put-back.ts'
import { lockSchemesFor, puttingSchemesBack, type SchemeBack } from '../reference-data/schemes/put-back.ts'
import { puttingBack } from '../resource-groups/put-back.ts'
import { type ReadFlags, mustBeAvailable } from '../roles/actions.ts'
import { sharedViewsMustFit } from '../saved-views/put-back.ts'
import { mintPlatformToken } from '../secrets/platform-token.ts'
import { originOf, recordEvent } from '../system-log/record.ts'
import type { SettingSetter } from '../tenants/settings/service.ts'
import { type Difference, conflictOf } from './conflict.ts'
import { keysIn, mayChange, mayGive, of } from './guards.ts'
import { type Columns, type Image, readImages, rowOf } from './images.ts'
import { deleteRows, differencesOf, insertRows, lockRows, updateRows } from './queries.ts'

type RestoredKey = ResponseOf<typeof undoChange>['keys'][number]
type RestoredStream = ResponseOf<typeof undoChange>['logStreams'][number]

/** What undoing needs of the areas whose rows it puts back. */
export interface UndoPorts {
  mustBeWelcome(tx: TenantTransaction, emails: readonly string[]): Promise<void>
  endSessions(tx: TenantTransaction, userId: string, reason: 'user_deleted' | 'user_disabled'): Promise<unknown>
  sendActivations(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  streams: StreamsBack
  putSettingBack(tx: TenantTransaction, setter: SettingSetter, key: string, stored: string | undefined): Promise<void>
}

/** Tables in the order in which rows can be created; they are locked and deleted in an order of their own. Settings have rules of their own. */
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
  'tag',
  'currency',
  'currency_scheme',
  'log_stream',
  'saved_view',
] as const satisfies readonly UndoableTable[]
/** Groups are locked before users. */
const lockOrder = [
  'role',
  'user_group',
  ...creationOrder.filter((table) => table !== 'role' && table !== 'user_group'),
  'datastore_entry',
] as const satisfies readonly UndoableTable[]

export interface Undo {
  images: readonly Image[]
  /** What the same transaction puts back besides. */
  others?: readonly Image[]
  productCodes: readonly string[]
  readFlags: ReadFlags
}

export interface Undone {
  /** Of the change that the undo is. */
  changeId: string
  /** Keys that are back. Their old secrets are gone. */
  keys: RestoredKey[]
  /** Webhooks that are back, as well. */
  logStreams: RestoredStream[]
}

/**
 * Puts rows back as they were before a change.
 * @throws change_conflict with each field that was changed since, and the refusals of ordinary calls
 */
export async function putBack(tx: TenantTransaction, caller: Caller, undo: Undo, ports: UndoPorts): Promise<Undone> {
  const { actor } = caller
  const { images } = undo
  const guard = new Guard(tx, actor)
  const schemes = schemesIn(images)
  await lockSchemesFor(tx, schemes)
  await mayChange(tx, guard, actor, images)
  await mustBeUnchanged(tx, images)
  await mustBeWelcome(tx, images, ports)
  const actions = keysIn(
    of(images, 'role_action').filter(({ before }) => before !== null),
    'action_name',
  )
  mustBeAvailable(actions, await undo.readFlags(tx), () => 'changeId')
  for (const { key, before, after } of of(images, 'app_user')) {
    if (before === null) await ports.endSessions(tx, String(key['user_id']), 'user_deleted')
    else if (after !== null && before['is_disabled'] === true) await ports.endSessions(tx, String(key['user_id']), 'user_disabled')
  }
  const keys = new Map(of(images, 'api_key').flatMap((image) => (image.after === null ? [[rowOf(image), newSecret(tx, image)]] : [])))
  const webhooks = new Map(
    of(images, 'log_stream')
      .filter(isWebhookBack)
      .map((image) => [rowOf(image), newWebhook(tx, image, ports)]),
  )
  const secrets = { keys, webhooks }
  const writeAll = () => write(tx, images, { secrets, by: actor.name })
  await puttingBack(tx, undo.productCodes, () => puttingSchemesBack(tx, schemes, writeAll))
  const setter = { userId: actor.type === 'user' ? actor.id : undefined, address: caller.address }
  for (const { key, before } of of(images, 'datastore_entry')) {
    const stored = before?.['value']
    await ports.putSettingBack(tx, setter, String(key['entry_key']), typeof stored === 'string' ? stored : undefined)
  }
  const streams = of(images, 'log_stream').filter(({ before }) => before !== null)
  const written = streams.map(({ key, after }) => ({ logStreamId: String(key['log_stream_id']), isNew: after === null }))
  await ports.streams.follow(tx, written)
  if (of(images, 'saved_view').some(({ after }) => after === null)) await sharedViewsMustFit(tx)
  await mayGive(tx, guard, images)
  const changeId = await ownChangeId(tx)
  await mustBeAll(tx, changeId, [...images, ...(undo.others ?? [])])
  const restored = of(images, 'app_user').filter(({ after }) => after === null)
  await ports.sendActivations(tx, keysIn(restored, 'user_id'))
  for (const { apiKeyName, secret } of keys.values()) {
    const details = { apiKeyName, prefix: secret.prefix }
    if (actor.type === 'user') await recordEvent(tx, { kind: 'api_key_created', outcome: 'success', ...originOf(caller), details })
  }
  return {
    changeId,
    keys: [...keys.values()].map(({ apiKeyName, secret }) => ({ apiKeyName, apiKey: secret.text })),
    logStreams: [...webhooks.values()].map(({ logStreamName, secret }) => ({ logStreamName, secret: secret.text })),
  }
}

/** The secret of a deleted key is gone: it gets a new one. */
function newSecret(tx: TenantTransaction, { before }: Image) {
  return { apiKeyName: String(before?.['api_key_name']), secret: mintPlatformToken('key', tenantIdOf(tx)) }
}

const isWebhookBack = ({ before, after }: Image): boolean => after === null && before?.['kind'] === 'webhook'

const newWebhook = (tx: TenantTransaction, { before }: Image, { streams }: UndoPorts) => ({
  logStreamName: String(before?.['log_stream_name']),
  secret: streams.newSecret(tenantIdOf(tx)),
})

/** By the rows that get them. */
interface NewSecrets {
  keys: ReadonlyMap<string, ReturnType<typeof newSecret>>
  webhooks: ReadonlyMap<string, ReturnType<typeof newWebhook>>
}

/** A view that one person made their own since is gone for everyone else. */
const current = (table: UndoableTable, row: Columns | undefined): Columns | undefined =>
  table === 'saved_view' && row !== undefined && row['owner_id'] !== null ? undefined : row

async function mustBeUnchanged(tx: TenantTransaction, images: readonly Image[]): Promise<void> {
  const differences: Difference[] = []
  for (const table of lockOrder) {
    const own = of(images, table)
    if (own.length === 0) continue
    const now = await lockRows(tx, table, own)
    differences.push(...own.flatMap((image) => differencesOf(image, current(table, now.get(rowOf(image))))))
  }
  if (differences.length > 0) throw await conflictOf(tx, differences)
}

async function mustBeWelcome(tx: TenantTransaction, images: readonly Image[], ports: UndoPorts): Promise<void> {
  const restored = of(images, 'app_user').filter(({ after }) => after === null)
  const emails = restored.flatMap(({ before }) => (typeof before?.['email'] === 'string' ? [before['email']] : []))
  if (emails.length > 0) await ports.mustBeWelcome(tx, emails)
}

const schemesIn = (images: readonly Image[]): SchemeBack[] =>
  of(images, 'currency_scheme').map(({ key, before, after }) => ({
    schemeId: String(key['currency_scheme_id']),
    columns: before,
    isNew: after === null,
  }))

interface Writing {
  secrets: NewSecrets
  /** Who wrote the rows, by name. */
  by: string
}

/** New rows come before others go: a tenant always keeps an administrator. */
async function write(tx: TenantTransaction, images: readonly Image[], { secrets, by }: Writing): Promise<void> {
  try {
    for (const table of creationOrder) {
      const own = of(images, table)
      const back = own.flatMap((image) => (image.before !== null && image.after === null ? [restored(image, image.before, secrets)] : []))
      const changed = own.filter(({ before, after }) => before !== null && after !== null)
      if (table === 'currency_scheme') {
        // Only one of them can be the default at a time, so the others go first.
        const isDefaultAgain = ({ before }: Image) => before?.['is_default'] === true
        await deleteRows(tx, table, goneOf(images, table))
        const later = changed.filter(isDefaultAgain)
        await updateRows(
          tx,
          table,
          changed.filter((image) => !isDefaultAgain(image)),
          by,
        )
        await insertRows(tx, table, back, by)
        await updateRows(tx, table, later, by)
      } else {
        await insertRows(tx, table, back, by)
        await updateRows(tx, table, changed, by)
      }
    }
    for (const table of creationOrder.toReversed()) {
      if (table !== 'currency_scheme') await deleteRows(tx, table, goneOf(images, table))
    }
  } catch (error) {
    // What it belonged to is gone, or another change came between.
    if (/_(fk|pk)$/.test(constraintOf(error) ?? '')) throw problem('change_conflict', { count: 1 })
    throw error
  }
}

const goneOf = (images: readonly Image[], table: UndoableTable) => of(images, table).filter(({ before }) => before === null)

/** A deleted user has no password any more, and is asked to set one. */
function restored(image: Image, before: Columns, secrets: NewSecrets): Columns {
  if (image.table === 'app_user') return { ...before, status: 'FORCE_CHANGE_PASSWORD' }
  const webhook = secrets.webhooks.get(rowOf(image))?.secret
  if (webhook) return { ...before, signing_secret: webhook.stored }
  const secret = secrets.keys.get(rowOf(image))?.secret
  // As PostgreSQL writes bytes in JSON.
  return secret ? { ...before, key_prefix: secret.prefix, key_digest: `\\x${secret.digest.toString('hex')}` } : before
}

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
