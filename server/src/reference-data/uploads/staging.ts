import { type RawBuilder, sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Refusal } from './lines.ts'

/** The lines of a running upload, in temporary tables of its transaction, and their way into the rates of a vintage. */

/** Read with COPY: a line has a rate or a refusal. */
export const copyLines = `copy uploaded_line (line, currency_code, as_of_date, exchange_rate, refusal) from stdin (null '')`

/** Refused lines per read. */
const fetchedLines = 1_000

export async function createStaging(tx: TenantTransaction): Promise<void> {
  // Duplicates are found by hashing or sorting up to a million keys.
  await sql`set local work_mem = '64MB'`.execute(tx)
  // A process that stops without closing its connection must not hold its rows forever.
  await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx)
  await sql`
    create temp table uploaded_line (
      line integer not null, currency_code text, as_of_date date, exchange_rate numeric, refusal text
    ) on commit drop`.execute(tx)
}

/** Whether a currency and day are there twice. */
export async function hasDuplicates(tx: TenantTransaction): Promise<boolean> {
  const { rows } = await sql`
    select from uploaded_line where refusal is null group by currency_code, as_of_date having count(*) > 1 limit 1`.execute(tx)
  return rows.length > 0
}

export interface RefusedLine extends Refusal {
  line: number
}

/** Collects refused lines and duplicates of earlier lines. Returns how many there are, and how many of them have cells. */
export async function collectRefused(tx: TenantTransaction): Promise<{ count: number; withCells: number }> {
  await sql`
    create temp table refused_line on commit drop as
    select line, coalesce(refusal, json_build_object(
             'cells', json_build_array(currency_code, as_of_date, trim_scale(exchange_rate)::text),
             'faults', json_build_array(json_build_object(
               'field', 'currencyCode', 'code', 'rate_duplicate', 'parameters', json_build_object('line', first_line))))::text) as refusal
      from (select *, min(line) over (partition by currency_code, as_of_date, refusal is null) as first_line from uploaded_line) l
     where refusal is not null or line > first_line`.execute(tx)
  const { rows } = await sql<{ n: number; with_cells: number }>`
    select count(*) as n, count(*) filter (where refusal::json ->> 'cells' is not null) as with_cells from refused_line`.execute(tx)
  return { count: rows[0]?.n ?? 0, withCells: rows[0]?.with_cells ?? 0 }
}

/** The first refused lines. */
export async function firstRefused(tx: TenantTransaction, limit: number): Promise<RefusedLine[]> {
  const { rows } = await sql<StagedRefusal>`select line, refusal from refused_line order by line limit ${limit}`.execute(tx)
  return rows.map(toRefusedLine)
}

/** All refused lines, in constant memory. */
export async function* readRefused(tx: TenantTransaction): AsyncGenerator<RefusedLine[]> {
  await sql`declare refused no scroll cursor for select line, refusal from refused_line order by line`.execute(tx)
  for (;;) {
    const { rows } = await sql<StagedRefusal>`fetch ${sql.lit(fetchedLines)} from refused`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(toRefusedLine)
  }
  await sql`close refused`.execute(tx)
}

interface StagedRefusal {
  line: number
  refusal: string
}

// Written by `lines.ts`, or by the statement above.
const toRefusedLine = ({ line, refusal }: StagedRefusal): RefusedLine => ({ line, ...(JSON.parse(refusal) as Refusal) })

/** How the rates of an upload compare with those that were there. */
export interface Stored {
  added: number
  changed: number
  unchanged: number
}

/** Writes the rates into a vintage, which have no duplicates, and what they cover. */
export async function storeLines(
  tx: TenantTransaction,
  { currencyVintageId: id, rateCount: before }: { currencyVintageId: string; rateCount: number },
  { rowCount, isSorted }: { rowCount: number; isSorted: boolean },
): Promise<Stored> {
  const isEmpty = before === 0
  const tenantId = tenantIdOf(tx)
  // In the order of the key: the index grows at its end, and the rates of a currency lie together.
  const order = isSorted ? sql`` : sql`order by l.currency_code, l.as_of_date`
  const written = isEmpty ? await insertAll(tx, id, order) : await insertDiffering(tx, id, order)
  if (written === 0) return { added: 0, changed: 0, unchanged: rowCount }
  const rates = isEmpty
    ? sql`uploaded_line r`
    : sql`currency_rate r where r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = ${id}::uuid
                            and r.currency_code in (select currency_code from uploaded_line)`
  await sql`
    insert into currency_vintage_currency (tenant_id, currency_vintage_id, currency_code, rate_count, first_as_of_date, last_as_of_date)
    select ${tenantId}::uuid, ${id}::uuid, r.currency_code, count(*), min(r.as_of_date), max(r.as_of_date) from ${rates} group by r.currency_code
        on conflict (tenant_id, currency_vintage_id, currency_code) do update
       set rate_count = excluded.rate_count, first_as_of_date = excluded.first_as_of_date, last_as_of_date = excluded.last_as_of_date`.execute(
    tx,
  )
  const after = await updateVintage(tx, id)
  const added = after - before
  return { added, changed: written - added, unchanged: rowCount - written }
}

async function insertAll(tx: TenantTransaction, id: string, order: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into currency_rate (tenant_id, currency_vintage_id, currency_code, as_of_date, exchange_rate)
    select ${tenantIdOf(tx)}::uuid, ${id}::uuid, l.currency_code, l.as_of_date, l.exchange_rate from uploaded_line l ${order}`.execute(tx)
  return Number(numAffectedRows)
}

/** Unchanged rates are left alone: writing them again would cost as much as new ones. */
async function insertDiffering(tx: TenantTransaction, id: string, order: RawBuilder<unknown>): Promise<number> {
  const tenantId = tenantIdOf(tx)
  await sql`analyze uploaded_line`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into currency_rate (tenant_id, currency_vintage_id, currency_code, as_of_date, exchange_rate)
    select ${tenantId}::uuid, ${id}::uuid, l.currency_code, l.as_of_date, l.exchange_rate
      from uploaded_line l
      left join currency_rate r on r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = ${id}::uuid
                               and r.currency_code = l.currency_code and r.as_of_date = l.as_of_date
     where r.exchange_rate is distinct from l.exchange_rate ${order}
        on conflict (tenant_id, currency_vintage_id, currency_code, as_of_date) do update set exchange_rate = excluded.exchange_rate`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Returns the number of rates of the vintage. */
async function updateVintage(tx: TenantTransaction, id: string): Promise<number> {
  const covered = await tx
    .selectFrom('currency_vintage_currency')
    .where('currency_vintage_id', '=', id)
    .select(({ fn }) => [
      fn.sum<string>('rate_count').as('rate_count'),
      fn.countAll<number>().as('currency_count'),
      fn.min('first_as_of_date').as('first_as_of_date'),
      fn.max('last_as_of_date').as('last_as_of_date'),
    ])
    .executeTakeFirstOrThrow()
  const rateCount = Number(covered.rate_count)
  const updated = await tx
    .updateTable('currency_vintage')
    .set({ ...covered, rate_count: rateCount })
    .where('currency_vintage_id', '=', id)
    .returning('rate_count')
    .executeTakeFirst()
  if (!updated) throw new Error('the vintage of an upload is gone')
  return rateCount
}
