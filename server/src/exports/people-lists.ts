import type { Readable } from 'node:stream'
import type { ExportKind } from '@steward/contract/rules/exports'
import type { ExportInput } from '@steward/contract/exports/schemas'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Db } from '../db/pool.ts'
import { withTenant } from '../db/tenant.ts'
import { csvStream } from './csv-stream.ts'
import { exportedGroups } from '../groups/queries.ts'
import { type Caller, type Identity, originOf } from '../access/ports.ts'
import { exportedRoles } from '../roles/queries.ts'
import { exportedUsers } from '../users/export.ts'

/** Exports of this area's lists. */
export type IdentityExport = Extract<ExportInput, { kind: 'users' | 'groups' | 'roles' }>

/** What an export of this area holds: the same whether it is streamed at once or written in the background. */
export function csvSourceOf({ kysely }: Db, tenantId: string, input: IdentityExport): CsvSource {
  switch (input.kind) {
    case 'users':
      return exportedUsers(kysely, tenantId, input.filter)
    case 'groups':
      return exportedGroups(kysely, tenantId, input.filter)
    case 'roles':
      return exportedRoles(kysely, tenantId, input.filter)
  }
}

/** The filtered list as CSV, and an entry in the system log that says who took it. */
export async function streamExport({ db, recordEvent }: Identity, caller: Caller, input: IdentityExport): Promise<Readable> {
  await withTenant(db, caller, (tx) =>
    recordEvent(tx, { kind: 'export', outcome: 'success', ...originOf(caller), details: { what: input.kind } }),
  )
  return csvStream(db, caller, csvSourceOf(db, caller.tenantId, input))
}

/** The header under which a browser saves a list that is streamed at once. */
export const attachment = (kind: ExportKind): string => `attachment; filename="${kind}.csv"`
