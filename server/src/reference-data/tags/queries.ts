import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { exportTags } from '@steward/contract/reference-data/tags'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import type { CsvSource } from '../../db/csv-copy.ts'
import { hasWords } from '../../db/has-words.ts'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Database } from '../../db/types.ts'

export type TagFilter = QueryOf<typeof exportTags>

/** Filtered lists are counted up to this number; beyond it the total is "more than" this. */
const countedUpTo = 10_000

interface TagRow {
  tag_id: string
  tag_name: string
  is_active: boolean
  created_by: string
  created_at: Date
  updated_by: string
  updated_at: Date
  version: number
}

const tagColumns = sql`t.tag_id, t.tag_name, t.is_active, t.created_by, t.created_at, t.updated_by, t.updated_at, t.version`

function tagConditions(tenantId: string, { search, isActive, tagId }: Omit<TagFilter, 'sort'> & { tagId?: string }): RawBuilder<unknown> {
  const conditions = [sql`t.tenant_id = ${tenantId}::uuid`]
  if (search) conditions.push(hasWords(search, sql`t.tag_name`))
  if (isActive !== undefined) conditions.push(sql`t.is_active = ${isActive}::boolean`)
  if (tagId !== undefined) conditions.push(sql`t.tag_id = ${tagId}::uuid`)
  return sql.join(conditions, sql` and `)
}

const sortColumns: Record<string, string> = {
  tagName: 't.tag_name_key',
  isActive: 't.is_active',
  createdBy: 't.created_by',
  createdAt: 't.created_at',
  updatedBy: 't.updated_by',
}

/** `ORDER BY` of a sort; names break ties. */
function tagOrder(sort: TagFilter['sort']): RawBuilder<unknown> {
  const column = sortColumns[sort.replace(/^-/, '')]
  if (!column) throw new Error(`No order for ${sort}`)
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  // In the direction of the sort, so that an index has this order.
  return column === 't.tag_name_key' ? sql`t.tag_name_key ${direction}` : sql`${sql.ref(column)} ${direction}, t.tag_name_key ${direction}`
}

/** One page of tags and their count. */
export async function readTagPage(
  tx: TenantTransaction,
  { sort, ...filter }: TagFilter & { tagId?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: TagRow[]; totalCount: number; totalIsExact: boolean }> {
  const tenantId = tenantIdOf(tx)
  const conditions = tagConditions(tenantId, filter)
  const isCounted = !filter.search && filter.isActive === undefined && filter.tagId === undefined
  const [page, counted] = await Promise.all([
    sql<TagRow>`select ${tagColumns} from tag t where ${conditions} order by ${tagOrder(sort)} limit ${limit} offset ${offset}`.execute(tx),
    (isCounted
      ? sql<{
          n: number
        }>`select coalesce(sum(n), 0)::int as n from row_count where tenant_id = ${tenantId}::uuid and table_name = 'tag'`
      : sql<{ n: number }>`select count(*)::int as n from (select from tag t where ${conditions} limit ${countedUpTo + 1}) found`
    ).execute(tx),
  ])
  const total = counted.rows[0]?.n ?? 0
  const totalIsExact = isCounted || total <= countedUpTo
  return { rows: page.rows, totalCount: totalIsExact ? total : countedUpTo, totalIsExact }
}

export async function findTag(tx: TenantTransaction, tagId: string): Promise<TagRow | undefined> {
  const { rows } =
    await sql<TagRow>`select ${tagColumns} from tag t where t.tenant_id = ${tenantIdOf(tx)}::uuid and t.tag_id = ${tagId}`.execute(tx)
  return rows[0]
}

/** A tag locked for a change. */
export function lockTag(tx: TenantTransaction, tagId: string) {
  return tx
    .selectFrom('tag')
    .select(['tag_id', 'tag_name', 'is_active', 'version'])
    .where('tag_id', '=', tagId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The filtered tags in their order as CSV. */
export function exportedTags(kysely: Kysely<Database>, tenantId: string, { sort, ...filter }: TagFilter): CsvSource {
  const tags = sql`from tag t where ${tagConditions(tenantId, filter)}`
  return {
    rows: sql`
      select csv_text(t.tag_name) as "tagName", t.is_active::text as "isActive", csv_text(t.created_by) as "createdBy",
             csv_time(t.created_at) as "createdAt", csv_text(t.updated_by) as "updatedBy", csv_time(t.updated_at) as "updatedAt"
        ${tags} order by ${tagOrder(sort)}`.compile(kysely),
    count: sql<{ n: number }>`select count(*) as n ${tags}`.compile(kysely),
  }
}

/** A row as a contract tag. */
export const toTag = (row: TagRow): Tag => ({
  tagId: row.tag_id,
  tagName: row.tag_name,
  isActive: row.is_active,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** Returns the id. */
export async function insertTag(tx: TenantTransaction, tagName: string, by: string): Promise<string> {
  const { tag_id: tagId } = await tx
    .insertInto('tag')
    .values({ tenant_id: tenantIdOf(tx), tag_name: tagName, created_by: by, updated_by: by })
    .returning('tag_id')
    .executeTakeFirstOrThrow()
  return tagId
}

interface TagChange {
  tag_name: string
  is_active: boolean
  updated_by: string
}

export async function changeTag(tx: TenantTransaction, tagId: string, changed: TagChange): Promise<void> {
  await tx.updateTable('tag').set(changed).where('tag_id', '=', tagId).execute()
}
