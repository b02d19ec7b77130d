import { randomUUID } from 'node:crypto'

import { CompiledQuery } from 'kysely'
import type { Transaction } from 'kysely'

import { BindTenant } from './bind-tenant.ts'
import { ChangedTables } from './changed-tables.ts'
import type { TableName } from './changed-tables.ts'
import type { Db } from './pool.ts'
import { prepareText } from './prepared.ts'
import { followingPlan } from './transaction-driver.ts'
import type { ActorType, Database } from './types.ts'

/** Who is acting: for the audit log. */
export interface Actor {
  type: ActorType
  id: string
  name: string
}

/** On whose behalf, and for which request, a transaction runs. */
export interface TenantContext {
  tenantId: string
  requestId: string
  actor: Actor
}

/** A transaction that sees and changes one tenant's rows only. */
export type TenantTransaction = Transaction<Database>

/** The channel of change events. */
export const CHANGE_CHANNEL = 'steward_change'

/** Stands in a change event for all tenants: what changed belongs to none of them and counts for each. */
export const everyTenant = '*'

/** The message on the channel: which tables of a tenant a committed transaction changed. */
export interface ChangeEvent {
  /** Or `everyTenant`. */
  tenantId: string
  tables: TableName[]
  requestId: string
}

/** How change events of this process reach its own subscribers: at the commit, before the answer, not by way of the database. */
export interface OwnChanges {
  /** Stands in the messages of this process, so that it does not hear them twice. */
  readonly origin: string
  readonly callbacks: Set<(event: ChangeEvent) => void>
}

const ownChanges = new WeakMap<Db, OwnChanges>()

export function ownChangesOf(db: Db): OwnChanges {
  const known = ownChanges.get(db)
  if (known) return known
  const own = { origin: randomUUID(), callbacks: new Set<(event: ChangeEvent) => void>() }
  ownChanges.set(db, own)
  return own
}

/** Why a transaction runs as the owner, past row-level security. Each use names one of these; add none lightly. */
export type OwnerPurpose =
  /** Finding tenant, account, session or token before the tenant is known; throttling; signing keys. */
  | 'sign-in'
  /** The operator's command: tenants, licences, flags, demo data. */
  | 'operator'
  /** Work over all tenants: expiry, partitions, schedules. */
  | 'maintenance'

const SYSTEM: Actor = { type: 'system', id: 'system', name: 'Steward' }

/** The actor of the operator's commands. */
export const operator: Actor = { type: 'operator', id: 'operator', name: 'Operator' }

/** What the product itself does in a tenant. */
export const systemContext = (tenantId: string, requestId = ''): TenantContext => ({ tenantId, requestId, actor: SYSTEM })

/** What a transaction knows beside its connection. */
interface Scope {
  /** Empty in an owner's transaction without a tenant. */
  tenantId: string
  changes: ChangedTables
  /** Where the transaction has a tenant. */
  bindTenant: BindTenant | undefined
}

const scopes = new WeakMap<object, Scope>()

/**
 * The id of the tenant on whose behalf the transaction runs, for raw SQL to bind as a parameter (`tenant_id = $n`): row-level
 * security alone would send a query to every shard. Throws in an owner's transaction without a tenant.
 */
export function tenantIdOf(tx: TenantTransaction): string {
  const tenantId = scopes.get(tx)?.tenantId
  if (!tenantId) throw new Error('This transaction has no tenant')
  return tenantId
}

/**
 * Runs `work` in one transaction as the role `steward_app`, with tenant, actor and request set, and announces the changed
 * tables when it commits. Pass only `tx` on, never the pool. With `readOnly` the database refuses changes, and the result
 * is handed back without waiting for the end of the transaction; with `snapshot` all its queries see the same moment.
 */
export function withTenant<T>(
  db: Db,
  ctx: TenantContext,
  work: (tx: TenantTransaction) => Promise<T>,
  options: { readOnly?: false } | { readOnly: true; snapshot?: boolean } = {},
): Promise<T> {
  const snapshot = options.readOnly === true && options.snapshot === true
  return transact(db, { role: 'steward_app', readOnly: options.readOnly ?? false, snapshot, ...ctx }, work)
}

/**
 * Runs `work` in one transaction as the owner of the tables, who sees every tenant: for the few cases `OwnerPurpose` names.
 * Changes are announced when `tenantId` says whose they are, or `forEveryTenant` that they concern each; the actor is the system
 * unless given.
 */
export function asOwner<T>(
  db: Db,
  _purpose: OwnerPurpose,
  work: (tx: Transaction<Database>) => Promise<T>,
  context: { tenantId?: string; forEveryTenant?: boolean; requestId?: string; actor?: Actor; readOnly?: boolean } = {},
): Promise<T> {
  return transact(
    db,
    {
      role: 'none',
      tenantId: context.tenantId ?? '',
      announceFor: context.forEveryTenant ? everyTenant : undefined,
      requestId: context.requestId ?? '',
      actor: context.actor ?? SYSTEM,
      readOnly: context.readOnly ?? false,
    },
    work,
  )
}

/**
 * Adds a table to the change event of a transaction whose raw SQL changed it; `along: false` where nothing that hangs on its
 * rows changed (`changed-tables.ts`).
 */
export function noteChange(tx: TenantTransaction, table: TableName, options?: { along: boolean }): void {
  scopes.get(tx)?.changes.note(table, options)
}

/** The transaction for statements that change what no screen shows: they are not announced. */
export function withoutAnnouncing(tx: TenantTransaction): TenantTransaction {
  const scope = scopes.get(tx)
  const quiet = tx.withoutPlugins()
  if (!scope) return quiet
  const bound = scope.bindTenant ? quiet.withPlugin(scope.bindTenant) : quiet
  scopes.set(bound, scope)
  return bound
}

const SET_CONTEXT = `select set_config('role', $1, true), set_config('steward.tenant_id', $2, true), set_config('steward.request_id', $3, true),
         set_config('steward.actor_type', $4, true), set_config('steward.actor_id', $5, true), set_config('steward.actor_name', $6, true)`
prepareText(SET_CONTEXT)

async function transact<T>(
  db: Db,
  scope: TenantContext & { role: 'steward_app' | 'none'; readOnly: boolean; snapshot?: boolean; announceFor?: string },
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const changes = new ChangedTables()
  const { origin, callbacks } = ownChangesOf(db)
  let announced: ChangeEvent | undefined
  const plan = {
    readOnly: scope.readOnly,
    isSnapshot: scope.snapshot ?? false,
    context: CompiledQuery.raw(SET_CONTEXT, [
      scope.role,
      scope.tenantId,
      scope.requestId,
      scope.actor.type,
      scope.actor.id,
      scope.actor.name,
    ]),
    announcement() {
      const tables = changes.names
      const tenantId = scope.announceFor ?? scope.tenantId
      if (tables.length === 0 || tenantId === '') return undefined
      announced = { tenantId, tables, requestId: scope.requestId }
      return CompiledQuery.raw('select pg_notify($1, $2)', [CHANGE_CHANNEL, JSON.stringify({ ...announced, origin })])
    },
  }
  const result = await followingPlan(plan, () =>
    db.kysely.transaction().execute((transaction) => {
      const bindTenant = scope.tenantId === '' ? undefined : new BindTenant(scope.tenantId)
      const announcing = transaction.withPlugin(changes)
      const tx = bindTenant ? announcing.withPlugin(bindTenant) : announcing
      scopes.set(tx, { tenantId: scope.tenantId, changes, bindTenant })
      return work(tx)
    }),
  )
  if (announced) for (const callback of callbacks) callback(announced)
  return result
}
