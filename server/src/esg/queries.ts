import { type Selectable, sql } from 'kysely'
import type { EsgSettings } from '@steward/contract/esg/schemas'
import type { EsgWeights } from '@steward/contract/rules/esg'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import type { EsgVersionTable } from '../db/types.ts'

export type EsgVersionRow = Selectable<EsgVersionTable>

/** The data of a version. */
export type EsgContent = Pick<EsgSettings, 'weights' | 'locked' | 'note' | 'restoredFrom'>

/** The newest version; undefined if none was saved. */
export const newestVersion = (tx: TenantTransaction): Promise<EsgVersionRow | undefined> =>
  tx.selectFrom('esg_version').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()

/** The latest versions, newest first. */
export const readVersions = (tx: TenantTransaction, limit: number): Promise<EsgVersionRow[]> =>
  tx.selectFrom('esg_version').selectAll().orderBy('version', 'desc').limit(limit).execute()

export const findVersion = (tx: TenantTransaction, version: number): Promise<EsgVersionRow | undefined> =>
  tx.selectFrom('esg_version').selectAll().where('version', '=', version).executeTakeFirst()

/** Violates the constraint `esg_version_pk` if the number is taken. */
export const insertVersion = (
  tx: TenantTransaction,
  { tenantId, actor }: TenantContext,
  version: number,
  { weights, locked, note, restoredFrom }: EsgContent,
): Promise<EsgVersionRow> =>
  tx
    .insertInto('esg_version')
    .values({
      tenant_id: tenantId,
      version,
      weights: sql<EsgWeights>`${JSON.stringify(weights)}::jsonb`,
      locked,
      note,
      restored_from: restoredFrom,
      created_by_name: actor.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
