import type { Readable } from 'node:stream'
import { shownFields } from '@steward/contract/audit-log/constants'
import type { listAuditLog } from '@steward/contract/audit-log/endpoints'
import type { AuditChange, AuditChangeDetail } from '@steward/contract/audit-log/schemas'
import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Position } from '../db/log-slice.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, fromReplica, withTenant } from '../db/tenant.ts'
import { streamExport } from '../exports/stream-export.ts'
import type { Caller } from '../http/caller.ts'
import { logPageOf, logPartOf, readKeptCursor } from '../http/log-paging.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { readMarksAt } from './change-records.ts'
import { type Change, changeOf, positionOf, readChanges } from './changes.ts'
import { changedOf, toEntry, toField } from './entries.ts'
import { type EntityState, readStates } from './entity-states.ts'
import { type AuditFilter, planOf } from './filter.ts'
import { exportedEntries, exportedLines, readChange, readDeletion, readSlice } from './queries.ts'

type ListQuery = QueryOf<typeof listAuditLog>

export interface AuditLogContext {
  db: Db
  retention: LogRetention
  now(): Date
}

/** Reads the audit log. The triggers of the tables write it. */
export function createAuditLogService({ db, retention, now }: AuditLogContext) {
  const keptOf = (tenantId: string) => retention.of(tenantId, 'auditLog')

  const exportedBy =
    (rowsOf: typeof exportedEntries) =>
    async (tenantId: string, filter: AuditFilter): Promise<CsvSource> =>
      rowsOf(db.kysely, tenantId, planOf(filter, now(), (await keptOf(tenantId)).since))
  const exported = exportedBy(exportedEntries)
  const linesExported = exportedBy(exportedLines)

  return {
    /** @throws invalid_request */
    async list(ctx: TenantContext, query: ListQuery) {
      const page = logPageOf(query)
      const kept = await keptOf(ctx.tenantId)
      const plan = planOf(query, now(), kept.since)
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const slice = await readSlice(tx, plan, page)
          const rows = page.direction === 'older' ? slice.rows : slice.rows.toReversed()
          const stateOf = await readStates(tx, rows)
          const ends = { first: rows[0], last: rows.at(-1) }
          return {
            items: rows.map((row) => toEntry(row, stateOf(row))),
            ...logPartOf(
              page,
              slice,
              { newest: ends.first && positionOf(ends.first), oldest: ends.last && positionOf(ends.last) },
              plan.range,
            ),
            keptDays: kept.days,
          }
        },
        fromReplica,
      )
    },

    /** @throws invalid_request */
    async listChanges(ctx: TenantContext, query: ListQuery) {
      const page = logPageOf(query)
      const kept = await keptOf(ctx.tenantId)
      const plan = planOf(query, now(), kept.since)
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const slice = await readChanges((from, limit) => readSlice(tx, plan, { from, direction: page.direction, limit }), page)
          const changes = page.direction === 'older' ? slice.changes : slice.changes.toReversed()
          const stateOf = await readStates(
            tx,
            changes.map(({ first }) => first),
          )
          const newest = changes[0] && positionOf(changes[0].first)
          const last = changes.length > 0 ? slice.last : undefined
          return {
            items: changes.map((change) => toChange(change, stateOf(change.first))),
            ...logPartOf(
              page,
              slice,
              page.direction === 'older' ? { newest, oldest: last } : { newest: last, oldest: oldestOf(changes) },
              plan.range,
            ),
            keptDays: kept.days,
          }
        },
        fromReplica,
      )
    },

    /** @throws not_found */
    async getChange(ctx: TenantContext, cursor: string): Promise<AuditChangeDetail> {
      const position = readKeptCursor(cursor, (await keptOf(ctx.tenantId)).since)
      if (position === undefined) throw problem('not_found')
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const rows = await readChange(tx, position, shownFields)
          if (rows.length === 0) throw problem('not_found')
          const change = changeOf(rows, shownFields)
          const state = (await readStates(tx, [change.first]))(change.first)
          const deletion = state.isGone ? await readDeletion(tx, change.first.category, change.first.entity_id) : []
          return {
            ...toChange(change, state),
            cursor,
            change: (await readMarksAt(tx, [change.first.at])).get(change.first.at) ?? null,
            lastState: state.isGone ? deletion.map(({ field_name: fieldName, previous_value: value }) => ({ fieldName, value })) : null,
            deletedAt: deletion[0]?.at ?? null,
            deletedByName: deletion[0]?.actor_name ?? null,
          }
        },
        fromReplica,
      )
    },

    /**
     * The filtered log as CSV; the export is recorded in the system log.
     * @throws invalid_request
     */
    export: async (caller: Caller, filter: AuditFilter): Promise<Readable> =>
      streamExport(db, caller, 'audit-log', await exported(caller.tenantId, filter)),

    /**
     * The same as JSON Lines.
     * @throws invalid_request
     */
    exportLines: async (caller: Caller, filter: AuditFilter): Promise<Readable> =>
      streamExport(db, caller, 'audit-log', await linesExported(caller.tenantId, filter)),

    /** For exports in the background. */
    exported,
    linesExported,
  }
}

export type AuditLogService = ReturnType<typeof createAuditLogService>

/** The oldest entry that the changes show; `before` it only other changes follow. */
function oldestOf(changes: readonly Change[]): Position | undefined {
  const field = changes.at(-1)?.fields[0]
  return field && positionOf(field)
}

const toChange = ({ first, type, fieldCount, fields }: Change, entity: EntityState): AuditChange => ({
  ...changedOf(first, entity),
  type,
  fieldCount,
  fields: fields.map(toField),
})
