import type { Logger } from 'pino'
import type { ProvisioningOperation, ProvisioningOutcome } from '@steward/contract/provisioning/constants'
import type { Db } from '../db/pool.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, lastly, systemContext, withTenant } from '../db/tenant.ts'
import type { NewRow } from '../db/types.ts'
import { isObject } from './scim/json.ts'
import type { ScimCaller, ScimLogEntry, ScimMethod } from './scim/types.ts'

/** Reads are frequent and change nothing, so they are written in batches, at this interval or size. */
const flushEveryMs = 1_000
const mostBuffered = 200
/** Limits of a log entry: changes, items of a list, characters of a text. */
const mostChanges = 200
const mostEntries = 500
const mostLetters = 4_096

type EventRow = NewRow<'provisioning_event'>

export interface ProvisioningRecorder {
  /**
   * Records an operation. With `tx`, in that transaction; otherwise in a new one, except successful reads, which are batched.
   * If an entry cannot be written outside a transaction, the provider still gets its response.
   */
  record(caller: ScimCaller, entry: ScimLogEntry, tx?: TenantTransaction): Promise<void>
  /** Writes the batched reads. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface RecorderOptions {
  db: Db
  log: Logger
  now: () => Date
  /** Called when the deprovisioning limit refuses an operation, except in a dry run. */
  onLimit(caller: ScimCaller, at: Date): Promise<void>
}

/** Writes the provisioning log. */
export function createProvisioningRecorder({ db, log, now, onLimit }: RecorderOptions): ProvisioningRecorder {
  let waiting: EventRow[] = []
  let writing = Promise.resolve()

  async function writeAll(rows: EventRow[]): Promise<void> {
    for (const [tenantId, ofTenant] of Map.groupBy(rows, (row) => row.tenant_id)) {
      try {
        await withTenant(db, systemContext(tenantId), async (tx) => {
          const complete = await Promise.all(ofTenant.map((row) => named(tx, row)))
          await lastly(tx, () => insert(tx, complete))
        })
      } catch (error) {
        log.error({ err: error, tenantId }, 'provisioning operations were not written to the provisioning log')
      }
    }
  }

  // One at a time, so that entries are written in order.
  function flush(): Promise<void> {
    writing = writing.then(() => {
      const rows = waiting
      waiting = []
      return writeAll(rows)
    })
    return writing
  }
  const timer = setInterval(() => void (waiting.length > 0 && flush()), flushEveryMs)
  timer.unref()

  return {
    async record(caller, entry, tx) {
      const at = now()
      const row = toRow(caller, entry, at)
      if (tx) return insert(tx, [row])
      if (row.outcome === 'read' && !entry.isDryRun) {
        waiting.push(row)
        if (waiting.length >= mostBuffered) void flush()
        return
      }
      await writeAll([row])
      if (row.outcome === 'limited' && !entry.isDryRun) await onLimit(caller, at)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const insert = async (tx: TenantTransaction, rows: EventRow[]): Promise<void> => {
  const inserted = tx.insertInto('provisioning_event').values(rows)
  // The text of one row is constant; that of a batch depends on its size.
  await (rows.length === 1 ? executePrepared(tx, inserted) : inserted.execute())
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Failed operations only have an id: looks up the name of the resource. */
async function named(tx: TenantTransaction, row: EventRow): Promise<EventRow> {
  const { resource_id: id, resource_name: name, resource_type: type } = row
  if (name !== '' || !id || !uuid.test(id) || type === null) return row
  const found =
    type === 'User'
      ? await tx.selectFrom('app_user').select('username as name').where('user_id', '=', id).executeTakeFirst()
      : await tx.selectFrom('user_group').select('group_name as name').where('group_id', '=', id).executeTakeFirst()
  return found ? { ...row, resource_name: found.name } : row
}

const operations: Record<ScimMethod, ProvisioningOperation> = {
  GET: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The parts of a path such as `/Users/{id}?attributes=…` (RFC 7644, section 3.2). */
function partsOf(method: ScimMethod, path: string) {
  const [, segment = '', id] = path.replace(/\?.*$/s, '').split('/')
  const resource = segment.toLowerCase()
  // A POST to .search is a read (RFC 7644, section 3.4.3).
  const isSearch = id === '.search' || resource === '.search'
  return {
    operation: isSearch ? 'read' : resource === 'bulk' ? 'bulk' : operations[method],
    resourceType: resource === 'users' ? 'User' : resource === 'groups' ? 'Group' : null,
    resourceId: isSearch ? undefined : id,
  } as const
}

function outcomeOf(entry: ScimLogEntry, operation: ProvisioningOperation): ProvisioningOutcome {
  if (entry.error?.code === 'deprovisioning_limit_reached') return 'limited'
  if (entry.status >= 400) return 'failed'
  if (operation === 'read') return 'read'
  return entry.changes.length > 0 || operation === 'delete' || entry.status === 201 ? 'changed' : 'unchanged'
}

/** The name of the resource in the body of a failed request. */
function nameIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  const name = body['userName'] ?? body['displayName']
  return typeof name === 'string' ? name : undefined
}

function toRow(caller: ScimCaller, entry: ScimLogEntry, at: Date): EventRow {
  const { operation, resourceType, resourceId } = partsOf(entry.method, entry.path)
  const { target, error, body, changes } = entry
  return {
    tenant_id: caller.tenantId,
    ...(caller.replay ? { provisioning_event_id: caller.replay.eventId } : {}),
    occurred_at: at,
    operation,
    resource_type: target?.type ?? resourceType,
    resource_id: clean(target?.id ?? resourceId ?? null),
    resource_name: clean(target?.name ?? nameIn(body) ?? ''),
    outcome: outcomeOf(entry, operation),
    is_dry_run: entry.isDryRun,
    method: entry.method,
    path: clean(entry.path),
    body: body === undefined ? null : JSON.stringify(body),
    is_body_cut: isObject(body) && body['truncated'] === true && typeof body['start'] === 'string',
    status: entry.status,
    scim_type: error?.scimType ?? null,
    code: error?.code ?? null,
    parameters: error?.parameters ? JSON.stringify(error.parameters) : null,
    detail: clean(error?.detail ?? null),
    change_count: changes.length,
    changes: changes.length > 0 ? JSON.stringify(changes.slice(0, mostChanges).map(shortened)) : null,
    duration_ms: Math.round(entry.durationMs),
    scim_token_id: caller.actor.id,
    token_name: caller.replay?.tokenName ?? caller.actor.name,
    address: caller.address ?? null,
    user_agent: clean((caller.userAgent ?? '').slice(0, 512)),
    request_id: caller.requestId === '' ? null : caller.requestId,
    replay_of: caller.replay?.of ?? null,
    replayed_by_name: caller.replay?.by ?? null,
  }
}

/** Makes a text storable: without NUL, which PostgreSQL refuses, and truncated. */
const clean = <T extends string | null>(text: T): T => (text === null ? text : (text.replaceAll('\0', '\uFFFD').slice(0, mostLetters) as T)) // still of the same kind

/** A change as stored: lists and texts are cut to a readable length. */
function shortened({ field, before, after }: ScimLogEntry['changes'][number]): object {
  return { field, before: cut(before), after: cut(after) }
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > mostLetters ? `${value.slice(0, mostLetters)}…` : value
  if (Array.isArray(value) && value.length > mostEntries) return [...value.slice(0, mostEntries), `… ${value.length - mostEntries} more`]
  return value
}
