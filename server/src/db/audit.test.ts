import { sql } from 'kysely'
import { auditCategories, auditFields, providedFields, secretFields } from '@steward/contract/catalog/activity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { enterpriseSchema, userSchema } from '../provisioning/scim/schema/schemas.ts'
import { createTestDatabase, createTestTenant } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { asOwner, withTenant } from './tenant.ts'
import type { TenantContext, TenantTransaction } from './tenant.ts'

let database: TestDatabase
let ctx: TenantContext

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ctx = await createTestTenant(database.db)
})

const act = <T>(work: (tx: TenantTransaction) => Promise<T>) => withTenant(database.db, ctx, work)

function addUser(username: string): Promise<string> {
  return act(async (tx) => {
    const row = await tx
      .insertInto('app_user')
      .values({ tenant_id: ctx.tenantId, username, email: username, given_name: 'Ada', family_name: 'Lund', password_hash: 'argon2' })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    return row.user_id
  })
}

function addGroup(groupName: string): Promise<string> {
  return act(async (tx) => {
    const row = await tx
      .insertInto('user_group')
      .values({ tenant_id: ctx.tenantId, group_name: groupName })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    return row.group_id
  })
}

/** What the log says since the mark: 'Type Category name field: before → after'. */
async function log(category?: string): Promise<string[]> {
  const rows = await act((tx) =>
    tx
      .selectFrom('audit_entry')
      .selectAll()
      .where('category', '<>', 'Tenant')
      .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
      .orderBy('occurred_at')
      .orderBy('field_name')
      .orderBy('current_value')
      .execute(),
  )
  for (const row of rows) {
    expect(row).toMatchObject({
      actor_type: 'user',
      actor_id: ctx.actor.id,
      actor_name: 'tester@example.com',
      request_id: ctx.requestId,
    })
  }
  return rows.map(
    (row) => `${row.type} ${row.category} ${row.entity_name} ${row.field_name}: ${row.previous_value ?? '–'} → ${row.current_value ?? '–'}`,
  )
}

describe('the audit log', () => {
  test('has one entry per field, with the names of the contract, and no secrets', async () => {
    const userId = await addUser('ada@example.com')
    await act((tx) => tx.updateTable('app_user').set({ given_name: 'Ada M.', password_hash: 'another' }).execute())
    await act((tx) => tx.deleteFrom('app_user').where('user_id', '=', userId).execute())
    expect(await log()).toEqual([
      'Create User ada@example.com email: – → ada@example.com',
      'Create User ada@example.com familyName: – → Lund',
      'Create User ada@example.com givenName: – → Ada',
      'Create User ada@example.com isDisabled: – → false',
      'Create User ada@example.com password: – → ••••',
      'Create User ada@example.com status: – → FORCE_CHANGE_PASSWORD',
      'Create User ada@example.com username: – → ada@example.com',
      'Create User ada@example.com userType: – → endUser',
      'Update User ada@example.com givenName: Ada → Ada M.',
      'Update User ada@example.com password: •••• → changed',
      'Delete User ada@example.com email: ada@example.com → –',
      'Delete User ada@example.com familyName: Lund → –',
      'Delete User ada@example.com givenName: Ada M. → –',
      'Delete User ada@example.com isDisabled: false → –',
      'Delete User ada@example.com password: •••• → –',
      'Delete User ada@example.com status: FORCE_CHANGE_PASSWORD → –',
      'Delete User ada@example.com username: ada@example.com → –',
      'Delete User ada@example.com userType: endUser → –',
    ])
  })

  test('names linked entities as they were at the time, also when they go with their owner', async () => {
    const userId = await addUser('eve@example.com')
    const groupId = await addGroup('Stewards')
    const role = await act((tx) =>
      tx.insertInto('role').values({ tenant_id: ctx.tenantId, role_name: 'Keeper' }).returning('role_id').executeTakeFirstOrThrow(),
    )
    await act(async (tx) => {
      await tx.insertInto('group_member').values({ tenant_id: ctx.tenantId, group_id: groupId, user_id: userId }).execute()
    })
    await act((tx) => tx.insertInto('group_role').values({ tenant_id: ctx.tenantId, group_id: groupId, role_id: role.role_id }).execute())
    await act((tx) =>
      tx.insertInto('role_action').values({ tenant_id: ctx.tenantId, role_id: role.role_id, action_name: 'View Users' }).execute(),
    )
    await act((tx) => tx.updateTable('user_group').set({ group_name: 'Keepers' }).execute())
    await act((tx) => tx.deleteFrom('app_user').execute())
    await act((tx) => tx.deleteFrom('role').execute())
    await act((tx) => tx.deleteFrom('user_group').execute())
    expect(await log('Group')).toEqual([
      'Create Group Stewards groupName: – → Stewards',
      'Create Group Stewards isReserved: – → false',
      'Create Group Stewards managedByProvider: – → false',
      'Create Group Stewards status: – → Enabled',
      'Update Group Stewards usernames: – → eve@example.com',
      'Update Group Stewards roles: – → Keeper',
      'Update Group Keepers groupName: Stewards → Keepers',
      'Update Group Keepers usernames: eve@example.com → –',
      'Update Group Keepers roles: Keeper → –',
      'Delete Group Keepers groupName: Keepers → –',
      'Delete Group Keepers isReserved: false → –',
      'Delete Group Keepers managedByProvider: false → –',
      'Delete Group Keepers status: Enabled → –',
    ])
    expect((await log('Role')).filter((line) => line.includes('actions'))).toEqual([
      'Update Role Keeper actions: – → View Users',
      'Update Role Keeper actions: View Users → –',
    ])
    // A user's activity is found by either side of a link.
    const activity = await act((tx) => tx.selectFrom('audit_entry').select('entity_name').where('subject_id', '=', userId).execute())
    expect(activity.map((row) => row.entity_name)).toEqual(['Stewards', 'Keepers'])
  })

  test('has the categories of the contract', async () => {
    const { rows } = await act((tx) =>
      sql<{ category: string }>`
        select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as category from pg_trigger where tgname ~ '^audit_'`.execute(tx),
    )
    expect(rows.map((row) => row.category).toSorted()).toEqual(auditCategories.toSorted())
  })

  test('has the fields and secrets of the contract', async () => {
    const { rows } = await act((tx) =>
      sql<{ field: string; isSecret: boolean }>`
        with attached as (
          select tgrelid, proname, string_to_array(encode(tgargs, 'escape'), '\\000') as arguments
            from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgname ~ '^audit_')
        select audit_field_name(attname) as field, bool_or(attname = any (string_to_array(arguments[5], ','))) as "isSecret"
          from attached join pg_attribute on attrelid = tgrelid and attnum > 0 and not attisdropped
         where proname = 'audit_rows'
           and attname <> all (string_to_array(arguments[4], ',') || array['tenant_id', 'version', 'created_at', 'updated_at'])
         group by field
         union select arguments[5], false from attached where proname = 'audit_link'`.execute(tx),
    )
    expect(rows.map((row) => row.field).toSorted()).toEqual(auditFields.toSorted())
    expect(rows.flatMap((row) => (row.isSecret ? [row.field] : [])).toSorted()).toEqual(secretFields.toSorted())
  })

  test("has the contract's attributes of identity providers", () => {
    const ownColumns = new Set(['userName', 'active'])
    const kept = [...userSchema.attributes, ...enterpriseSchema.attributes].filter(
      ({ name, mutability }) => mutability !== 'readOnly' && !ownColumns.has(name),
    )
    expect(['externalId', ...kept.map(({ name }) => name)].toSorted()).toEqual(providedFields.toSorted())
  })

  test('records no sign-ins, kept counts, or updates that change nothing', async () => {
    await addUser('quiet@example.com')
    const before = await log()
    await act((tx) => tx.updateTable('app_user').set({ last_sign_in_at: new Date(), failed_attempts: 0 }).execute())
    await act((tx) => tx.updateTable('app_user').set({ given_name: 'Ada' }).execute())
    expect(await log()).toEqual(before)
  })

  test('disappears with the change it is about', async () => {
    await act(async (tx) => {
      await tx.insertInto('role').values({ tenant_id: ctx.tenantId, role_name: 'Never' }).execute()
      throw new Error('no')
    }).catch(() => undefined)
    expect(await log()).toEqual([])
  })

  test('can be switched off by the owner only', async () => {
    const quietly = async (tx: TenantTransaction) => {
      await sql`select set_config('steward.audit', 'off', true)`.execute(tx)
      await tx.insertInto('role').values({ tenant_id: ctx.tenantId, role_name: 'Quiet' }).execute()
      await tx.deleteFrom('role').where('role_name', '=', 'Quiet').where('tenant_id', '=', ctx.tenantId).execute()
    }
    await asOwner(database.db, 'operator', quietly)
    expect(await log()).toEqual([])
    await act(quietly)
    expect(await log()).not.toEqual([])
  })

  test('goes to the partition of its month, or to the default partition until that exists', async () => {
    const old = new Date(Date.now() - 70 * 86_400_000)
    const month = old.toISOString().slice(0, 7)
    await asOwner(database.db, 'operator', (tx) =>
      tx.insertInto('system_log').values({ tenant_id: ctx.tenantId, occurred_at: old, kind: 'sign-in', outcome: 'success' }).execute(),
    )
    const where = () =>
      asOwner(database.db, 'maintenance', async (tx) => {
        const { rows } = await sql<{ place: string }>`
          select tableoid::regclass::text as place from system_log where occurred_at = ${old}`.execute(tx)
        return rows.map((row) => row.place)
      })
    expect(await where()).toEqual(['system_log_default'])
    const made = await asOwner(database.db, 'maintenance', (tx) =>
      sql<{ made: number }>`select create_log_partitions(0, ${`${month}-01`}) as made`.execute(tx),
    )
    expect(made.rows[0]?.made).toBeGreaterThan(3)
    expect(await where()).toEqual([`system_log_${month.replace('-', '_')}`])
  })
})
