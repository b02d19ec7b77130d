import { randomUUID } from 'node:crypto'

import { CompiledQuery, sql } from 'kysely'
import type { QueryResult, Transaction } from 'kysely'

import { ProblemException } from '@steward/contract/errors'
import { traced } from '../tracing/tracing.ts'
import { SpaceError } from './free-space.ts'
import { BindTenant } from './bind-tenant.ts'
import { type ChangeNote, ChangedTables } from './changed-tables.ts'
import type { TableName } from './changed-tables.ts'
import { AsOf } from './past.ts'
import { Operation, type Preview, PreviewDone, currentOperation, newChangeId } from './operation.ts'
import { pipelined } from './pipelined.ts'
import type { Db } from './pool.ts'
import { planEachTime, prepareText } from './prepared.ts'
import type { Replica } from './replica.ts'
import { currentLimits, currentWork } from './time-limits.ts'
import { type TransactionPlan, followingPlan } from './transaction-driver.ts'
import { nameOfTenant } from './transaction-names.ts'
import type { ActorType, Database } from './types.ts'
import { OutcomeUnknownError, StandbyError, TimeOverError, isDatabaseUnavailable, isDiskFull, isStandby } from './unavailable.ts'

/** The actor, for the audit log. */
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

/** A transaction that sees and changes only one tenant's rows. */
export type TenantTransaction = Transaction<Database>

/** The channel of change events. */
export const CHANGE_CHANNEL = 'steward_change'

/** The tenant id of change events about tables without a tenant, which affect all tenants. */
export const everyTenant = '*'

/** The message on the channel: the tables of a tenant that a committed transaction changed. */
export interface ChangeEvent {
  /** Or `everyTenant`. */
  tenantId: string
  tables: TableName[]
  requestId: string
  /** What decides permissions changed for users whom the transaction created, and for no one else. */
  isOfNewUsers?: true
}

/** Delivers change events of this process to its own subscribers: at commit, before the response, without the database. */
export interface OwnChanges {
  /** Marks the messages of this process, so that it doesn't receive them twice. */
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

/** Changes on connections of its own are delivered as those of `db`. */
export const deliverAs = (own: Db, db: Db): void => void ownChanges.set(own, ownChangesOf(db))

/** Why a transaction runs as the owner, bypassing row-level security. Each use names one of these; add new ones with care. */
export type OwnerPurpose =
  /** Finding tenant, account, session or token before the tenant is known; throttling; signing keys. */
  | 'sign-in'
  /** The operator's command: tenants, licenses, flags, demo data. */
  | 'operator'
  /** Work across all tenants: expiry, partitions, schedules. */
  | 'maintenance'

const SYSTEM: Actor = { type: 'system', id: 'system', name: 'Steward' }

/** The actor of the operator's commands. */
export const operator: Actor = { type: 'operator', id: 'operator', name: 'Operator' }

/** Changes that the product makes in a tenant on its own. */
export const systemContext = (tenantId: string, requestId = ''): TenantContext => ({ tenantId, requestId, actor: SYSTEM })

/** The context of a transaction besides its connection. */
interface Scope {
  /** Empty in an owner's transaction without a tenant. */
  tenantId: string
  changes: ChangedTables
  /** Set if the transaction has a tenant. */
  bindTenant: BindTenant | undefined
  /** Sends COMMIT behind queries; undefined where their answers are awaited first. */
  sendWithCommit: (<T>(queries: () => Promise<T>) => Promise<T>) | undefined
}

const scopes = new WeakMap<object, Scope>()

/**
 * The id of the transaction's tenant, for raw SQL to bind as a parameter (`tenant_id = $n`): row-level security alone would
 * send a query to every shard. Throws in an owner's transaction without a tenant.
 */
export function tenantIdOf(tx: TenantTransaction): string {
  const tenantId = scopes.get(tx)?.tenantId
  if (!tenantId) throw new Error('This transaction has no tenant')
  return tenantId
}

/** The options of `withTenant` for a read that a replica can answer. */
export const fromReplica = { readOnly: true, fromReplica: true } as const

/**
 * Runs `work` in one transaction as the role `steward_app`, with tenant, actor and request set, and announces the changed
 * tables at commit. Pass on `tx` only, never the pool. With `readOnly` the database refuses changes, and the result is returned
 * without waiting for the end of the transaction; with `snapshot` all queries see the same moment. With `fromReplica` a replica can
 * answer, if it has what was announced before; `work` is done again on the primary if the replica fails. With `fromReserve` a small
 * change can use the first half of the reserved space: signing out works on a full disk.
 */
export function withTenant<T>(
  db: Db,
  ctx: TenantContext,
  work: (tx: TenantTransaction) => Promise<T>,
  options: { readOnly?: false; fromReserve?: boolean } | { readOnly: true; snapshot?: boolean; fromReplica?: boolean } = {},
): Promise<T> {
  const snapshot = options.readOnly === true && options.snapshot === true
  const fromReserve = options.readOnly !== true && options.fromReserve === true
  const scope = { role: 'steward_app' as const, readOnly: options.readOnly ?? false, snapshot, fromReserve, ...ctx }
  const onPrimary = () => transact(db, scope, work)
  const { replica } = db
  if (options.readOnly !== true || options.fromReplica !== true || !replica) return onPrimary()
  return replica.read(ctx.tenantId, () => transact(db, { ...scope, replica }, work), onPrimary)
}

/**
 * Runs `work` in one transaction as the owner of the tables, who sees every tenant: only for the cases in `OwnerPurpose`.
 * Changes are announced for `tenantId`, or for all tenants with `forEveryTenant`; the default actor is the system.
 */
export function asOwner<T>(
  db: Db,
  purpose: OwnerPurpose,
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
      // What operators and cleaning do can free space.
      isUrgent: purpose !== 'sign-in',
    },
    work,
  )
}

/**
 * Adds a table to the change event of a transaction whose raw SQL changed it; with `along: false` dependent rows didn't change,
 * with `isWritten: false` its own rows didn't, with `isOfNewUsers` only those of users whom it created did (`changed-tables.ts`).
 */
export function noteChange(tx: TenantTransaction, table: TableName, options?: ChangeNote): void {
  scopes.get(tx)?.changes.note(table, options)
}

/**
 * The last queries of a transaction, all made before the first answer: they leave together with COMMIT, which saves a round trip, and
 * locks are held for a shorter time. If one fails, all is rolled back; what is thrown after their answers rolls nothing back. Tables are
 * announced even if a statement changes no row of them; raw SQL is noted before its answer.
 */
export async function lastly<T>(tx: TenantTransaction, queries: () => Promise<T>): Promise<T> {
  const { sendWithCommit } = scopes.get(tx) ?? {}
  return sendWithCommit ? sendWithCommit(queries) : queries()
}

/** The transaction for changes that no screen shows: they aren't announced. */
export function withoutAnnouncing(tx: TenantTransaction): TenantTransaction {
  const scope = scopes.get(tx)
  const quiet = tx.withoutPlugins()
  if (!scope) return quiet
  const bound = scope.bindTenant ? quiet.withPlugin(scope.bindTenant) : quiet
  scopes.set(bound, scope)
  return bound
}

/** The transaction for reading the tables with images as they were before `until`, an ISO time (`past.ts`). */
export function asOfMoment(tx: TenantTransaction, until: string): TenantTransaction {
  const scope = scopes.get(tx)
  const past = tx.withPlugin(new AsOf({ tenantId: tenantIdOf(tx), until }))
  planEachTime(past)
  if (scope) scopes.set(past, scope)
  return past
}

/** Before the transaction that is previewed: what was there then can be read once its effects have been. */
const beforePreview = 'before_preview'

/** Makes the rest of a preview's transaction see what was there before. */
export const rewindPreview = (tx: TenantTransaction) => sql`rollback to savepoint ${sql.raw(beforePreview)}`.execute(tx)

/** Does the work with all its constraints, looks at it, and throws the preview, so that nothing is kept. */
async function previewed<T>(
  tx: Transaction<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
  preview: Preview,
  { changeId, record }: { changeId: string; record: () => CompiledQuery },
): Promise<never> {
  await sql`savepoint ${sql.raw(beforePreview)}`.execute(tx)
  const result = await work(tx)
  // What would only fail at the end of the transaction is refused as by the call itself.
  await sql`set constraints all immediate`.execute(tx)
  await tx.executeQuery(record())
  throw new PreviewDone(await preview(tx, changeId, result), result)
}

/** A transaction whose statements can take longer than this is named after its tenant (`settled.ts`). */
const longMs = 30_000

const contextSettings = `
         set_config('role', $1, true), set_config('steward.tenant_id', $2, true), set_config('steward.request_id', $3, true),
         set_config('steward.actor_type', $4, true), set_config('steward.actor_id', $5, true), set_config('steward.actor_name', $6, true),
         set_config('statement_timeout', $7, true), set_config('lock_timeout', $8, true), set_config('steward.change_id', $9, true),
         set_config('client_connection_check_interval', '1s', true)`
// One column, because each would be described and parsed in every transaction.
const SET_CONTEXT = `select num_nulls(${contextSettings})`
const SET_CONTEXT_AND_NAME = `select num_nulls(${contextSettings}, set_config('application_name', $10, true))`
for (const text of [SET_CONTEXT, SET_CONTEXT_AND_NAME]) prepareText(text)

const NOTIFY = 'select pg_notify($1, $2)'
prepareText(NOTIFY)

interface TransactionScope extends TenantContext {
  role: 'steward_app' | 'none'
  readOnly: boolean
  snapshot?: boolean
  announceFor?: string
  isUrgent?: boolean
  fromReserve?: boolean
  replica?: Replica
}

/** An event in the system log changes nothing that is recorded. */
const leavesChange = (written: readonly TableName[]): boolean => written.some((table) => table !== 'system_log')

/** What was refused or only previewed is rolled back, but did not fail. */
const isFailure = (error: unknown): boolean => !(error instanceof ProblemException || error instanceof PreviewDone)

function transact<T>(db: Db, scope: TransactionScope, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  const attributes = {
    'db.system.name': 'postgresql',
    'steward.tenant_id': scope.tenantId || undefined,
    'steward.read_only': scope.readOnly,
    'steward.replica': scope.replica !== undefined,
  }
  return traced('transaction', { kind: 'client', isPart: true, attributes, isFailure }, () => runTransaction(db, scope, work))
}

async function runTransaction<T>(db: Db, scope: TransactionScope, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  const isRefused = scope.fromReserve ? db.space.isSpent : db.space.isShort
  if (isRefused && !scope.readOnly && !scope.isUrgent) throw new SpaceError('Too little space is left')
  const changes = new ChangedTables()
  const { origin, callbacks } = ownChangesOf(db)
  let announced: ChangeEvent | undefined
  let hasEnded = false
  let isCommitted = false
  const limited = currentWork()
  const { statementMs, lockMs } = currentLimits()
  const running = scope.readOnly ? undefined : currentOperation()
  if (running?.preview && scope.role === 'none') throw new Error(`${running.name} changes something as owner, which has no preview`)
  const operation = scope.readOnly || scope.tenantId === '' ? undefined : (running ?? new Operation(scope.actor.type))
  const changeId = operation ? newChangeId() : ''
  const isNamed = statementMs > longMs && scope.role === 'steward_app' && !scope.readOnly
  const plan: TransactionPlan = {
    readOnly: scope.readOnly,
    isSnapshot: scope.snapshot ?? false,
    context: CompiledQuery.raw(isNamed ? SET_CONTEXT_AND_NAME : SET_CONTEXT, [
      scope.role,
      scope.tenantId,
      scope.requestId,
      scope.actor.type,
      scope.actor.id,
      scope.actor.name,
      String(statementMs),
      String(lockMs),
      changeId,
      ...(isNamed ? [nameOfTenant(scope.tenantId)] : []),
    ]),
    announcement() {
      const tables = changes.names
      const tenantId = scope.announceFor ?? scope.tenantId
      if (tables.length === 0 || tenantId === '') return []
      announced = { tenantId, tables, requestId: scope.requestId, ...(changes.isOfNewUsers ? { isOfNewUsers: true } : {}) }
      return [
        ...(operation && leavesChange(changes.written) ? [operation.record(scope.tenantId, changeId, changes.written)] : []),
        CompiledQuery.raw(NOTIFY, [CHANGE_CHANNEL, JSON.stringify({ ...announced, origin })]),
      ]
    },
    committed(results: readonly QueryResult<{ change_id?: string | null }>[]) {
      isCommitted = true
      for (const { rows } of results) if (rows[0]?.change_id) operation?.changeIds.push(rows[0].change_id)
    },
  }
  const sendWithCommit = async <R>(queries: () => Promise<R>): Promise<R> => {
    await undefined // in a microtask, after which all queries have been made before the next tick
    let isRefused = false
    process.nextTick(() => {
      if (isRefused) return
      hasEnded = true
      plan.commitNow?.()
      changes.close()
    })
    changes.anticipate()
    try {
      return await queries()
    } catch (error) {
      isRefused = true
      throw error
    }
  }
  const result = await followingPlan(plan, () =>
    (scope.replica ?? db).kysely.transaction().execute(async (transaction) => {
      const bindTenant = scope.tenantId === '' ? undefined : new BindTenant(scope.tenantId)
      const announcing = (db.isPipelining ? await pipelined(transaction, () => hasEnded) : transaction).withPlugin(changes)
      const tx = bindTenant ? announcing.withPlugin(bindTenant) : announcing
      const isLooking = scope.readOnly || operation?.preview !== undefined
      const canEnd = db.isPipelining && !isLooking
      scopes.set(tx, { tenantId: scope.tenantId, changes, bindTenant, sendWithCommit: canEnd ? sendWithCommit : undefined })
      try {
        if (!operation?.preview) return await work(tx)
        const record = () => operation.record(scope.tenantId, changeId, changes.written)
        return await previewed(tx, work, operation.preview, { changeId, record })
      } finally {
        hasEnded = true
      }
    }),
  ).catch((error: unknown) => {
    if (isDiskFull(error) && !scope.replica) db.space.noteFull()
    // It was committed, or can have been: what is cached from before it is dropped.
    if (announced && (isCommitted || error instanceof OutcomeUnknownError)) for (const callback of callbacks) callback(announced)
    if (!scope.readOnly && isStandby(error)) throw new StandbyError('The database is a standby', { cause: error })
    const isCutOff = limited?.isOver && isDatabaseUnavailable(error) && !(error instanceof OutcomeUnknownError)
    throw isCutOff ? new TimeOverError('The time was over', { cause: error }) : error
  })
  if (announced) for (const callback of callbacks) callback(announced)
  return result
}
