import type { Logger } from 'pino'
import type { ProvisioningOperation, ProvisioningOutcome } from '@steward/contract/provisioning/constants'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import type { NewRow } from '../db/types.ts'
import { isObject } from './scim/json.ts'
import type { ScimCaller, ScimLogEntry, ScimMethod } from './scim/types.ts'

/** Reads are many and change nothing: they are written together, this often or when there are this many. */
const flushEveryMs = 1_000
const mostBuffered = 200
/** Changes that are kept of an operation, and of what a change was about. */
const mostChanges = 200
const mostEntries = 500
const mostLetters = 4_096

type EventRow = NewRow<'provisioning_event'>

export interface ProvisioningRecorder {
  /**
   * Keeps what an operation did. With `tx` in its transaction; without, at once in one of its own, but reads that succeeded a
   * moment later. An entry that cannot be written alone costs no provider its answer.
   */
  record(caller: ScimCaller, entry: ScimLogEntry, tx?: TenantTransaction): Promise<void>
  /** Writes the reads that wait. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface RecorderOptions {
  db: Db
  log: Logger
  now: () => Date
  /** The deprovisioning limit refused an operation that was not a dry run. */
  onLimit(caller: ScimCaller, at: Date): Promise<void>
}

/** Writes the provisioning log. */
export function createProvisioningRecorder({ db, log, now, onLimit }: RecorderOptions): ProvisioningRecorder {
  let waiting: EventRow[] = []
  let writing = Promise.resolve()

  async function writeAll(rows: EventRow[]): Promise<void> {
    for (const [tenantId, ofTenant] of Map.groupBy(rows, (row) => row.tenant_id)) {
      try {
        await withTenant(db, systemContext(tenantId), async (tx) => insert(tx, await Promise.all(ofTenant.map((row) => named(tx, row)))))
      } catch (error) {
        log.error({ err: error, tenantId }, 'operations of provisioning were not written to their log')
      }
    }
  }

  // One at a time: a slow write is not overtaken by the next.
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
      if (row.outcome === 'braked' && !entry.isDryRun) await onLimit(caller, at)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const insert = async (tx: TenantTransaction, rows: EventRow[]): Promise<void> => {
  await tx.insertInto('provisioning_event').values(rows).execute()
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What failed names nobody but by an id: whom it would have concerned. */
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

/** What a path is about: `/Users/{id}?attributes=…` (RFC 7644, section 3.2). */
function partsOf(method: ScimMethod, path: string) {
  const [, resource = '', id] = path.replace(/\?.*$/s, '').split('/')
  // A search that is posted reads (RFC 7644, section 3.4.3).
  const isSearch = id === '.search' || resource === '.search'
  return {
    operation: isSearch ? 'read' : resource === 'Bulk' ? 'bulk' : operations[method],
    resourceType: resource === 'Users' ? 'User' : resource === 'Groups' ? 'Group' : null,
    resourceId: isSearch ? undefined : id,
  } as const
}

function outcomeOf(entry: ScimLogEntry, operation: ProvisioningOperation): ProvisioningOutcome {
  if (entry.error?.code === 'provisioning_braked') return 'braked'
  if (entry.status >= 400) return 'failed'
  if (operation === 'read') return 'read'
  return entry.changes.length > 0 || operation === 'delete' || entry.status === 201 ? 'changed' : 'unchanged'
}

/** Whom a body that came to nothing was about. */
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

/** Text as the database takes it: without the one character that it does not. */
const clean = <T extends string | null>(text: T): T => (text === null ? text : (text.replaceAll('\0', '\uFFFD').slice(0, mostLetters) as T)) // still of the same kind

/** A change as it is kept: lists and texts of a length that a person reads. */
function shortened({ field, before, after }: ScimLogEntry['changes'][number]): object {
  return { field, before: cut(before), after: cut(after) }
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > mostLetters ? `${value.slice(0, mostLetters)}…` : value
  if (Array.isArray(value) && value.length > mostEntries) return [...value.slice(0, mostEntries), `… ${value.length - mostEntries} more`]
  return value
}
