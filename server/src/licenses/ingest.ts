import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type IngestBatch, type IngestResult, ingestResultSchema } from '@steward/contract/licenses/schemas'
import { problem } from '@steward/contract/errors'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, noteChange, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import { recordEvent } from '../system-log/record.ts'
import { tenantReachedBy } from '../service-tokens/tenant-scope.ts'
import { checkLimit } from '../storage/checks.ts'
import { derivePackages, writePackages } from '../resource-groups/packages.ts'
import { rowFaults } from './ingest-rows.ts'

type Kind = IngestBatch['kind']
interface Counts {
  created: number
  updated: number
  removed: number
}

/** How services report what a tenant is licensed for. */
export type IngestEntitlements = (service: Principal, requestId: string, batch: IngestBatch) => Promise<IngestResult>

/**
 * Accepts a batch in one transaction of its tenant, or refuses all of it (docs/adr/019).
 * @throws ingest_tenant_unknown, ingest_refused, ingest_outdated, ingest_version_taken
 */
export async function ingest(db: Db, service: Principal, requestId: string, batch: IngestBatch): Promise<IngestResult> {
  const tenantId = await tenantReachedBy(db, service, batch.tenantName)
  const faults = rowFaults(batch)
  if (faults.length > 0) throw problem('ingest_refused', { count: faults.length }, { fields: faults })
  const { kind, version, tenantName, rows, mode } = batch
  const digest = createHash('sha256').update(JSON.stringify(batch)).digest()
  const actor = { type: 'service', id: service.id, name: service.name } as const
  return withTenant(db, { tenantId, requestId, actor }, async (tx) => {
    const last = await lockLast(tx, tenantId, kind)
    if (version < last.version) throw problem('ingest_outdated', { version: last.version }, { field: 'version' })
    if (version === last.version) {
      if (!digest.equals(last.batch_digest)) throw problem('ingest_version_taken', { version }, { field: 'version' })
      return ingestResultSchema.parse(last.result)
    }
    const isComplete = mode === 'replace'
    const counts =
      batch.kind === 'package'
        ? await writePackages(tx, tenantId, batch.rows, isComplete)
        : await writeRows(tx, batch.kind, rows, isComplete)
    await mustEndAfterStart(tx, batch)
    if (counts.created + counts.updated + counts.removed > 0) {
      if (kind === 'application') await checkLimit(tx, tenantId)
      if (kind !== 'data' && kind !== 'model') await derivePackages(tx, tenantId)
    }
    const result: IngestResult = { tenantName, kind, version, received: rows.length, ...counts }
    await tx
      .updateTable('entitlement_ingest')
      .set({ version, batch_digest: digest, result: JSON.stringify(result), service_name: service.name, ingested_at: new Date() })
      .where('kind', '=', kind)
      .execute()
    await recordEvent(tx, {
      kind: 'entitlements_ingested',
      outcome: 'success',
      username: service.name,
      details: { kind, version, received: rows.length, ...counts },
    })
    return result
  })
}

/** The last batch of this kind, version 0 before the first; concurrent batches of a kind wait here. */
async function lockLast(tx: TenantTransaction, tenant_id: string, kind: Kind) {
  await tx
    .insertInto('entitlement_ingest')
    .values({ tenant_id, kind, version: 0, batch_digest: Buffer.alloc(0), result: '{}', service_name: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('entitlement_ingest')
    .select(['version', 'batch_digest', 'result'])
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

interface Target {
  table: 'application_license' | 'data_entitlement' | 'model_entitlement' | 'company_quota'
  /** Columns that identify a row, as in its unique constraint, then those that can change. */
  keys: readonly string[]
  values: readonly string[]
  columns: RawBuilder<unknown>
}

const targets: Record<Exclude<Kind, 'package'>, Target> = {
  application: {
    table: 'application_license',
    keys: ['product_code', 'package_name'],
    values: ['start_date', 'end_date'],
    columns: sql`"productCode" as product_code, "packageName" as package_name, "startDate" as start_date, "endDate" as end_date`,
  },
  data: {
    table: 'data_entitlement',
    keys: ['product_code'],
    values: ['start_date', 'end_date'],
    columns: sql`"productCode" as product_code, "startDate" as start_date, "endDate" as end_date`,
  },
  model: {
    table: 'model_entitlement',
    keys: ['product_code', 'continent', 'peril'],
    values: ['product_name', 'start_date', 'end_date'],
    columns: sql`"productCode" as product_code, continent, peril, "productName" as product_name, "startDate" as start_date, "endDate" as end_date`,
  },
  quota: {
    table: 'company_quota',
    keys: ['product_code', 'quota_name'],
    values: ['value'],
    columns: sql`"productCode" as product_code, "quotaName" as quota_name, value`,
  },
}

/**
 * A row without a start keeps the one it has, which can be after its new end.
 * @throws ingest_refused
 */
async function mustEndAfterStart(tx: TenantTransaction, { kind, rows }: IngestBatch): Promise<void> {
  if (kind === 'quota' || kind === 'package') return
  const { table, keys } = targets[kind]
  const names = sql.join(keys.map((key) => sql`lower(${sql.ref(key)})`))
  const found = await sql<{ key: string[] }>`
    select array[${names}] as key from ${sql.table(table)} t where tenant_id = ${tenantIdOf(tx)}::uuid and end_date < start_date`.execute(
    tx,
  )
  const reversed = new Set(found.rows.map(({ key }) => key.join('\n')))
  const faults = rows.flatMap((row, index) =>
    reversed.has(nameOf(row).join('\n')) ? [{ field: `rows.${index}.endDate`, code: 'ingest_ends_before_start' }] : [],
  )
  if (faults.length > 0) throw problem('ingest_refused', { count: faults.length }, { fields: faults.slice(0, 100) })
}

/** The key of a row, in the order of its columns. */
const nameOf = (row: IngestBatch['rows'][number]): string[] =>
  [row.productCode, ...('packageName' in row ? [row.packageName] : []), ...('continent' in row ? [row.continent, row.peril] : [])].map(
    (part) => part.toLowerCase(),
  )

/** Upserts rows, and with `isComplete` removes all others; only changed rows are written, audited and announced. */
async function writeRows(
  tx: TenantTransaction,
  kind: Exclude<Kind, 'package'>,
  rows: IngestBatch['rows'],
  isComplete: boolean,
): Promise<Counts> {
  const { table, keys, values, columns } = targets[kind]
  const target = sql.table(table)
  const batch = sql`
    b as materialized (select ${columns} from json_to_recordset(${JSON.stringify(rows)}::json)
      as r ("productCode" text, "packageName" text, "productName" text, continent text, peril text, "quotaName" text, value bigint,
            "startDate" timestamptz, "endDate" timestamptz))`
  const inBatch = (column: string) => sql`b.${sql.ref(column)}`
  // Without a start, the row keeps its own, or starts now; what ended earlier starts with its end.
  const next = (column: string) => (column === 'start_date' ? sql`coalesce(b.start_date, t.start_date)` : inBatch(column))
  const first = (column: string) => (column === 'start_date' ? sql`coalesce(b.start_date, least(now(), b.end_date))` : inBatch(column))
  const own = sql`t.tenant_id = ${tenantIdOf(tx)}::uuid`
  const isSame = sql.join(
    keys.map((key) =>
      key === 'package_name' ? sql`lower(t.package_name) = lower(b.package_name)` : sql`t.${sql.ref(key)} = ${inBatch(key)}`,
    ),
    sql` and `,
  )
  const isChanged = sql.join(
    values.map((column) => sql`t.${sql.ref(column)} is distinct from ${next(column)}`),
    sql` or `,
  )
  const written = [...keys, ...values]
  const run = async (statement: RawBuilder<unknown>): Promise<number> => Number((await statement.execute(tx)).numAffectedRows ?? 0)
  const counts: Counts = {
    removed: isComplete
      ? await run(sql`with ${batch} delete from ${target} t where ${own} and not exists (select from b where ${isSame})`)
      : 0,
    updated: await run(
      sql`with ${batch} update ${target} t set ${sql.join(values.map((column) => sql`${sql.ref(column)} = ${next(column)}`))}
            from b where ${own} and ${isSame} and (${isChanged})`,
    ),
    created: await run(
      sql`with ${batch} insert into ${target} (tenant_id, ${sql.join(written.map((column) => sql.ref(column)))})
          select ${tenantIdOf(tx)}::uuid, ${sql.join(written.map(first))} from b
           where not exists (select from ${target} t where ${own} and ${isSame})`,
    ),
  }
  if (counts.created + counts.updated + counts.removed > 0) noteChange(tx, table)
  return counts
}
