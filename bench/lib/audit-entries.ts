import type pg from 'pg'
import type { AuditCategory, AuditField } from '@steward/contract/catalog/activity'
import type { ChangeType } from '@steward/contract/audit-log/constants'
import type { Db } from '../../server/src/db/pool.ts'
import { withoutIndexes } from './indexes.ts'

/** Entries of an audit log, evenly over days that end now, with believable shares of everything. */

const fieldsOf: Partial<Record<AuditCategory, readonly AuditField[]>> = {
  User: ['status', 'givenName', 'familyName', 'username', 'groups', 'email'],
  Group: ['usernames', 'roles', 'groupName'],
  Role: ['actions', 'roleName', 'description'],
  'Resource group': ['groups', 'resourceGroupName', 'packageName'],
  'API key': ['apiKeyName', 'groups', 'expiresAt', 'key'],
  Setting: ['value', 'level', 'levelId'],
  Tag: ['tagName', 'isActive'],
  Job: ['tags', 'groups', 'priority'],
  'Currency scheme': ['currencySchemeName', 'isDefault', 'anchorCurrencyCode'],
  Quota: ['value', 'quotaName'],
  Licence: ['licenseCode', 'endDate', 'state'],
}
const frequent: readonly AuditCategory[] = ['User', 'User', 'User', 'User', 'User', 'User', 'Group', 'Group', 'Group', 'Role']
const others: readonly AuditCategory[] = [
  'Resource group',
  'API key',
  'Setting',
  'Tag',
  'Job',
  'Currency scheme',
  'Quota',
  'Licence',
  'Tag',
  'Tag',
]

interface Shape {
  category: AuditCategory
  type: ChangeType
  field: AuditField
  isBusy: boolean
}

/**
 * A tenth of all changes is the busiest actor's, who changes the status of users and the members of groups and deletes nothing.
 * Tags are never deleted.
 */
const shapes: readonly Shape[] = Array.from({ length: 1_000 }, (_, index) => {
  const isBusy = index % 10 === 0
  const list = index % 3 === 0 ? others : frequent
  const category = isBusy ? (index % 20 === 0 ? 'User' : 'Group') : (list[(index * 7 + (index >> 4)) % list.length] ?? 'User')
  const fields = fieldsOf[category] ?? ['value']
  const isDelete = index % 20 === 19 && category !== 'Tag'
  return {
    category,
    type: isDelete ? 'Delete' : index % 7 === 3 ? 'Create' : 'Update',
    field: (isBusy ? fields[0] : fields[(index >> 1) % fields.length]) ?? 'value',
    isBusy,
  }
})

interface Span {
  days: number
  /** 0: the newest entry is of the current hour. */
  endingDaysAgo?: number
}

/** Fills the audit log of a tenant, the newest last. The indexes are built afterwards. Returns the seconds of both. */
export async function addEntries(db: Db, tenantId: string, count: number, span: Span): Promise<{ rows: number; indexes: number }> {
  const client = await db.connect()
  try {
    return await withoutIndexes(client, 'audit_entry', async () => {
      for (let from = 0; from < count; from += 500_000) await addPart(client, tenantId, { from, count, ...span })
    })
  } finally {
    await client.end()
  }
}

/** Four entries have one time, as those of a request. */
async function addPart(
  client: pg.Client,
  tenantId: string,
  { from, count, days, endingDaysAgo = 0 }: Span & { from: number; count: number },
) {
  await client.query(
    `insert into audit_entry (tenant_id, occurred_at, type, category, entity_id, entity_name, field_name, previous_value, current_value,
                              actor_type, actor_id, actor_name, request_id)
     select $1::uuid, date_trunc('hour', now()) - make_interval(days => $4 - 1 + $9::integer) + interval '1 day' * ((i / 4 * 4)::float8 / $3 * ($4 - 1)), shape.type, shape.category,
            'entity-' || i * 104729 % greatest(10, $3 / 50), 'Entity ' || i * 104729 % greatest(10, $3 / 50), shape.field,
            'value ' || (i + 1) % 1000, 'value ' || i % 1000, 'user', 'actor-' || actor.n, 'Actor ' || actor.n, 'request ' || i / 4
       from generate_series($2::bigint, least($2 + 500000, $3::bigint) - 1) i
            join unnest($5::text[], $6::text[], $7::text[], $8::boolean[]) with ordinality shape (type, category, field, is_busy, n)
              on shape.n = i % 1000 + 1
            cross join lateral (select case when shape.is_busy then 0 else 1 + i * 7919 % 400 end as n) actor`,
    [
      tenantId,
      from,
      count,
      days,
      shapes.map(({ type }) => type),
      shapes.map(({ category }) => category),
      shapes.map(({ field }) => field),
      shapes.map(({ isBusy }) => isBusy),
      endingDaysAgo,
    ],
  )
}
