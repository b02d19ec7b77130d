import { problem } from '@steward/contract/errors'
import type { getDifference, getHistory } from '@steward/contract/history/endpoints'
import { type HistoryRecord, historyPermissions } from '@steward/contract/history/records'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { readMarksAt } from '../audit-log/change-records.ts'
import { readStates } from '../audit-log/entity-states.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { Gate, Principal } from '../http/principal.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { readDifference } from './difference.ts'
import { changedIn, entriesOf, idsIn } from './entries.ts'
import { type EventRow, readEntries, readEvents, readMoments, readNames } from './queries.ts'
import type { Changed } from './entries.ts'
import { type Scope, scopeOf } from './scope.ts'

export interface HistoryOptions {
  db: Db
  isGranted: Gate['isGranted']
  retention: LogRetention
}

interface Page {
  changesSince: Date
  before: string | undefined
  limit: number
  /** Whose events belong to it. */
  user?: { userId: string; eventsSince: Date } | undefined
}

/** What was done to a record, from the audit log, and what happened to a user, from the system log. */
export function createHistoryService({ db, isGranted, retention }: HistoryOptions) {
  async function mustSee(principal: Principal, record: HistoryRecord): Promise<void> {
    const permission = historyPermissions[record]
    if (!(await isGranted(principal, permission))) throw problem('forbidden', { permission })
  }

  return {
    /** @throws forbidden without the permission to see the record */
    async read(principal: Principal, ctx: TenantContext, { record, id, limit, before }: QueryOf<typeof getHistory>) {
      await mustSee(principal, record)
      const [changes, events] = await Promise.all([retention.of(ctx.tenantId, 'auditLog'), retention.of(ctx.tenantId, 'systemLog')])
      const user = record === 'user' && id !== undefined ? { userId: id, eventsSince: events.since } : undefined
      const scope = scopeOf({ record, id }, ctx.tenantId)
      return withTenant(db, ctx, (tx) => readPage(tx, scope, { changesSince: changes.since, before, limit, user }), { readOnly: true })
    },

    /**
     * What differs between two moments.
     * @throws forbidden, as_of_future, as_of_too_old, difference_too_large
     */
    async compare(principal: Principal, ctx: TenantContext, { record, id, from, limit, offset, ...query }: QueryOf<typeof getDifference>) {
      await mustSee(principal, record)
      const { since } = await retention.of(ctx.tenantId, 'auditLog')
      const now = new Date().toISOString()
      const { to = now } = query
      if (Date.parse(to) > Date.parse(now)) throw problem('as_of_future', {}, { field: 'query.to' })
      if (Date.parse(from) > Date.parse(now)) throw problem('as_of_future', {}, { field: 'query.from' })
      if (Date.parse(from) < since.getTime()) throw problem('as_of_too_old', { earliest: since.toISOString() }, { field: 'query.from' })
      const scope = scopeOf({ record, id }, ctx.tenantId)
      return withTenant(db, ctx, (tx) => readDifference(tx, scope, { from, to }, { limit, offset }), { readOnly: true, snapshot: true })
    },
  }
}

export type HistoryService = ReturnType<typeof createHistoryService>

/** The latest entries of the whole tenant. */
export async function readLatest(tx: TenantTransaction, since: Date, limit: number): Promise<HistoryEntry[]> {
  const { items } = await readPage(tx, { kind: 'all' }, { changesSince: since, before: undefined, limit })
  return items.slice(0, limit)
}

async function readPage(
  tx: TenantTransaction,
  scope: Scope,
  { changesSince, before, limit, user }: Page,
): Promise<ResponseOf<typeof getHistory>> {
  const { moments, hasMore } = await readMoments(tx, scope, { since: changesSince, before }, limit)
  const found = user ? await readEvents(tx, user.userId, { since: user.eventsSince, before }, limit + 1) : []
  // Behind the last of either log the other could have what was not read.
  const ends = [hasMore ? moments.at(-1) : undefined, found.length > limit ? found.at(-2)?.at : undefined]
  const end = ends
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1)
  const isShown = (at: string) => end === undefined || at >= end
  const rows = await readEntries(tx, scope, moments.filter(isShown))
  const events: EventRow[] = found.filter(({ at }) => isShown(at))
  const names = await readNames(tx, idsIn(rows))
  const stateOf = await readStates(tx, rows)
  const changes = await readMarksAt(tx, [...new Set(rows.map(({ at }) => at))])
  const items = entriesOf(rows, events, { names, stateOf, changes })
  return shortened(items, limit, end)
}

/** Everything that the transaction of this moment changed. */
export async function readChanged(tx: TenantTransaction, moment: string): Promise<Changed> {
  const rows = await readEntries(tx, { kind: 'all' }, [moment])
  const names = await readNames(tx, idsIn(rows))
  return changedIn(rows, { names, stateOf: await readStates(tx, rows) })
}

/** The names that people have now. */
export const readPeople = async (tx: TenantTransaction, userIds: string[]) =>
  (await readNames(tx, { people: userIds, schemes: [], groups: [], hasPackages: false })).people

/** The first entries, with all of the same time as the last of them. */
function shortened(items: HistoryEntry[], limit: number, end: string | undefined) {
  const last = items[limit - 1]
  const shown = last === undefined ? items : items.filter(({ occurredAt }) => occurredAt >= last.occurredAt)
  const isCut = shown.length < items.length
  return { items: shown, next: isCut ? (last?.occurredAt ?? null) : (end ?? null) }
}
