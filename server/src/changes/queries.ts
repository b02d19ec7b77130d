import { problem } from '@steward/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import { type ChangeRecord, readChangeRecords } from '../audit-log/change-records.ts'
import type { UndoableTable } from '../db/imaged-tables.ts'
import { type TenantTransaction, noteChange, tenantIdOf } from '../db/tenant.ts'
import type { Difference } from './conflict.ts'
import { keysIn, of } from './guards.ts'
import { type Columns, type Image, keys, rowOf, unwatched } from './images.ts'

const keyNames = (table: UndoableTable): string[] => Object.keys(keys[table])

/** `alias.column` for each column of the key, with its type. */
const keyColumns = (table: UndoableTable) =>
  sql.join(Object.entries(keys[table]).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))

const sameKey = (table: UndoableTable, a: string, b: string) =>
  sql.join(
    keyNames(table).map((name) => sql`${sql.ref(`${a}.${name}`)} = ${sql.ref(`${b}.${name}`)}`),
    sql` and `,
  )

const given = (table: UndoableTable, images: readonly Image[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(images.map(({ key }) => key))}::jsonb) wanted (${keyColumns(table)})`

/** Links are never updated, so the role can't lock them; the rows that they link are locked. */
const isLink = (table: UndoableTable): boolean => keyNames(table).length > 1 && table !== 'datastore_entry'

/** The rows of a table as they are now, locked, by `rowOf`. */
export async function lockRows(tx: TenantTransaction, table: UndoableTable, images: readonly Image[]): Promise<Map<string, Columns>> {
  const { rows } = await sql<{ current: Columns }>`
    select to_jsonb(current_row) as current from ${sql.table(table)} current_row join ${given(table, images)} on ${sameKey(table, 'current_row', 'wanted')}
     where current_row.tenant_id = ${tenantIdOf(tx)}::uuid
     order by ${sql.join(keyNames(table).map((name) => sql.ref(`current_row.${name}`)))}
       ${isLink(table) ? sql`` : sql`for no key update of current_row`}`.execute(tx)
  return new Map(
    rows.map(({ current }) => [rowOf({ table, key: Object.fromEntries(keyNames(table).map((name) => [name, current[name]])) }), current]),
  )
}

/** What someone else changed since in the same fields. */
export function differencesOf(image: Image, now: Columns | undefined): Difference[] {
  const { before, after } = image
  const whole = (columns: Columns | null | undefined) => (columns ? 'exists' : null)
  if (after === null) return now === undefined ? [] : [{ image, field: '', before: 'exists', after: null, now: 'exists' }]
  if (now === undefined) return [{ image, field: '', before: whole(before), after: 'exists', now: null }]
  return Object.entries(after)
    .filter(([name, value]) => !unwatched.has(name) && !isSame(value, now[name]))
    .map(([field, value]) => ({ image, field, before: before?.[field] ?? null, after: value, now: now[field] ?? null }))
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The tables whose rows say by name who wrote them last. */
const isSigned = (table: UndoableTable): boolean => table === 'tag' || table === 'currency' || table === 'currency_scheme'

/** Creates rows again as they were, as a later version of themselves. `by` wrote them last. */
export async function insertRows(tx: TenantTransaction, table: UndoableTable, rows: readonly Columns[], by: string): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).filter((name) => name !== 'updated_at')
  const value = (name: string): RawBuilder<unknown> =>
    name === 'version' ? sql`back.version + 1` : name === 'updated_by' ? sql`${by}` : sql.ref(`back.${name}`)
  await sql`
    insert into ${sql.table(table)} (tenant_id, ${sql.join(columns.map((name) => sql.ref(name)))})
    select ${tenantIdOf(tx)}::uuid, ${sql.join(columns.map(value))}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) back`.execute(tx)
  noteChange(tx, table)
}

/** Sets columns of rows back to what they were. `by` wrote them last. */
export async function updateRows(tx: TenantTransaction, table: UndoableTable, images: readonly Image[], by: string): Promise<void> {
  const bySameColumns = Map.groupBy(images, ({ before }) =>
    Object.keys(before ?? {})
      .toSorted()
      .join(),
  )
  for (const [names, group] of bySameColumns) {
    const columns = names.split(',').map((name) => sql`${sql.ref(name)} = ${sql.ref(`back.${name}`)}`)
    if (isSigned(table)) columns.push(sql`updated_by = ${by}`)
    await sql`
      update ${sql.table(table)} current_row set ${sql.join(columns)}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(group.map(({ key, before }) => ({ ...before, ...key })))}::jsonb) back
       where current_row.tenant_id = ${tenantIdOf(tx)}::uuid and ${sameKey(table, 'current_row', 'back')}`.execute(tx)
  }
  if (images.length > 0) noteChange(tx, table)
}

export async function deleteRows(tx: TenantTransaction, table: UndoableTable, images: readonly Image[]): Promise<void> {
  if (images.length === 0) return
  await sql`
    delete from ${sql.table(table)} current_row using ${given(table, images)}
     where current_row.tenant_id = ${tenantIdOf(tx)}::uuid and ${sameKey(table, 'current_row', 'wanted')}`.execute(tx)
  noteChange(tx, table)
}

/** Which of these usernames no new user can have, and why. */
export async function takenUsernames(
  tx: TenantTransaction,
  usernames: readonly string[],
): Promise<Map<string, 'user_exists' | 'user_looks_alike'>> {
  const { rows } = await sql<{ username: string; is_same: boolean }>`
    select wanted.username, lower(wanted.username) = u.username_key as is_same
      from unnest(${usernames}::text[]) wanted (username)
      join app_user u on look_alike_key(u.username) collate "C" = look_alike_key(wanted.username) collate "C"
     where u.tenant_id = ${tenantIdOf(tx)}::uuid`.execute(tx)
  return new Map(rows.map(({ username, is_same }) => [username, is_same ? 'user_exists' : 'user_looks_alike']))
}

/** @throws not_found */
export async function findRecord(tx: TenantTransaction, changeId: string): Promise<ChangeRecord> {
  const record = await recordOf(tx, changeId)
  if (!record) throw problem('not_found')
  return record
}

async function recordOf(tx: TenantTransaction, changeId: string): Promise<ChangeRecord | undefined> {
  const [record] = await readChangeRecords(tx, sql`c.change_id = ${changeId}::uuid`, 1)
  return record
}

/** @throws invalid_request for a change that isn't kept */
export async function olderThan(tx: TenantTransaction, before: string | undefined) {
  if (before === undefined) return sql`true`
  const record = await recordOf(tx, before)
  if (!record) throw problem('invalid_request', {}, { fields: [{ field: 'query.before', code: 'invalid_value' }] })
  const { at, change_id: id } = record
  return sql`(c.occurred_at, c.change_id) < (${at}::timestamptz, ${id}::uuid)`
}

/** The products whose resource groups a change wrote. */
export async function productCodesOf(tx: TenantTransaction, images: readonly Image[]): Promise<string[]> {
  const own = of(images, 'resource_group')
  const written = own.flatMap(({ before, after }) => [before?.['product_code'], after?.['product_code']])
  const ids = keysIn([...own, ...of(images, 'resource_group_group')], 'resource_group_id')
  const found =
    ids.length === 0 ? [] : await tx.selectFrom('resource_group').select('product_code').where('resource_group_id', 'in', ids).execute()
  return [...new Set([...written, ...found.map((row) => row.product_code)])].filter((code) => typeof code === 'string')
}
