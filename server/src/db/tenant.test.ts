import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createTestDatabase, createTestTenant } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { joinGroups } from '../groups/membership.ts'
import { changesPermissions } from './changed-tables.ts'
import { constraintOf } from './constraint.ts'
import { Operation, runOperation } from './operation.ts'
import { CHANGE_CHANNEL, asOwner, lastly, noteChange, ownChangesOf, tenantIdOf, withTenant } from './tenant.ts'
import type { ChangeEvent, TenantContext, TenantTransaction } from './tenant.ts'
import { LimitedWork, runWithin } from './time-limits.ts'
import { nameOfTenant } from './transaction-names.ts'

let database: TestDatabase
let here: TenantContext
let there: TenantContext

beforeAll(async () => {
  database = await createTestDatabase()
  here = await createTestTenant(database.db)
  there = await createTestTenant(database.db)
})
afterAll(() => database.close())

function addUser(ctx: TenantContext, username: string, tenantId = ctx.tenantId): Promise<{ user_id: string }> {
  return withTenant(database.db, ctx, (tx) =>
    tx.insertInto('app_user').values({ tenant_id: tenantId, username, email: username }).returning('user_id').executeTakeFirstOrThrow(),
  )
}

function addGroup(ctx: TenantContext, groupName: string): Promise<{ group_id: string }> {
  return withTenant(database.db, ctx, (tx) =>
    tx.insertInto('user_group').values({ tenant_id: ctx.tenantId, group_name: groupName }).returning('group_id').executeTakeFirstOrThrow(),
  )
}

describe('withTenant', () => {
  test('sees only the rows of its tenant', async () => {
    await addUser(here, 'seen@example.com')
    const query = (ctx: TenantContext) =>
      withTenant(database.db, ctx, (tx) =>
        tx.selectFrom('app_user').select('username').where('username', '=', 'seen@example.com').execute(),
      )
    expect(await query(here)).toHaveLength(1)
    expect(await query(there)).toHaveLength(0)
  })

  test('refuses to write rows of another tenant', async () => {
    await expect(addUser(here, 'smuggled@example.com', there.tenantId)).rejects.toThrow(/row-level security/)
    const { user_id } = await addUser(there, 'theirs@example.com')
    const changed = await withTenant(database.db, here, (tx) =>
      tx.updateTable('app_user').set({ given_name: 'Mine' }).where('user_id', '=', user_id).executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
    const deleted = await withTenant(database.db, here, (tx) =>
      tx.deleteFrom('app_user').where('tenant_id', '=', there.tenantId).executeTakeFirst(),
    )
    expect(deleted.numDeletedRows).toBe(0n)
  })

  test('does not reach another tenant through a foreign key', async () => {
    const theirs = await addUser(there, 'key@example.com')
    const ours = await addGroup(here, 'Keys')
    const link = withTenant(database.db, here, (tx) =>
      tx.insertInto('group_member').values({ tenant_id: here.tenantId, group_id: ours.group_id, user_id: theirs.user_id }).execute(),
    )
    await expect(link).rejects.toSatisfy((error) => constraintOf(error) === 'group_member_user_fk')
  })

  test("can't write system rows", async () => {
    const attempts = [
      sql`insert into audit_entry select * from audit_entry`,
      sql`update audit_entry set actor_name = 'someone else'`,
      sql`update row_count set n = 0`,
      sql`delete from administrator_guard`,
      sql`select * from signing_key`,
      sql`select * from audit_entry_default`,
      sql`update user_group set user_count = 0`,
      sql`update role set is_administrator = true`,
      sql`create table mine (id int)`,
      sql`alter table app_user disable row level security`,
      sql`select create_log_partitions()`,
    ]
    for (const attempt of attempts) {
      await expect(withTenant(database.db, here, (tx) => attempt.execute(tx))).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  test('rolls back as a whole', async () => {
    const work = withTenant(database.db, here, async (tx) => {
      await tx.insertInto('user_group').values({ tenant_id: here.tenantId, group_name: 'Never' }).execute()
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    const rows = await withTenant(database.db, here, (tx) =>
      tx.selectFrom('user_group').select('group_id').where('group_name', '=', 'Never').execute(),
    )
    expect(rows).toEqual([])
  })

  test('reports errors in its own context, and leaves the connection usable', async () => {
    const read = (tenantId: string) =>
      withTenant(database.db, { ...here, tenantId }, (tx) => tx.selectFrom('app_user').select('user_id').execute())
    await expect(read('')).rejects.toThrow(/invalid input syntax for type uuid/)
    await expect(
      withTenant(database.db, { ...here, actor: { type: 'user', id: '1', name: 'zero\0byte' } }, (tx) =>
        tx.selectFrom('app_user').select('user_id').execute(),
      ),
    ).rejects.toThrow(/invalid byte sequence/)
    expect(Array.isArray(await read(here.tenantId))).toBe(true)
  })

  test('refuses changes in read-only mode and returns results', async () => {
    const read = () => withTenant(database.db, here, (tx) => tx.selectFrom('user_group').selectAll().execute(), { readOnly: true })
    await Promise.all(Array.from({ length: 50 }, read))
    await expect(withTenant(database.db, here, (tx) => tx.deleteFrom('app_user').execute(), { readOnly: true })).rejects.toThrow(
      /read-only transaction/,
    )
    expect(Array.isArray(await read())).toBe(true)
  })
})

describe('queries of a transaction', () => {
  const textOf = (query: unknown) => (query as { text: string }).text

  test('do not wait for the answers of earlier ones, and run in their order', async () => {
    const holder = await database.db.connect()
    const submit = vi.spyOn(pg.Query.prototype, 'submit')
    try {
      await holder.query('select pg_advisory_lock(4711)')
      const done = withTenant(database.db, here, (tx) =>
        Promise.all([
          sql`select pg_advisory_xact_lock(4711)`.execute(tx),
          sql`insert into role (tenant_id, role_name) values (${here.tenantId}, 'Sent early')`.execute(tx),
          sql<{ n: number }>`select count(*)::int as n from role where tenant_id = ${here.tenantId} and role_name = 'Sent early'`.execute(
            tx,
          ),
        ]),
      )
      // While the first one waits for its lock.
      await expect.poll(() => submit.mock.contexts.filter((query) => textOf(query).includes('Sent early')), { interval: 5 }).toHaveLength(2)
      await holder.query('select pg_advisory_unlock(4711)')
      const [, , { rows }] = await done
      expect(rows).toEqual([{ n: 1 }])
    } finally {
      submit.mockRestore()
      await holder.end()
    }
  })

  test('fail with the error of the first one that does', async () => {
    let outcomes: PromiseSettledResult<unknown>[] = []
    const failed = withTenant(database.db, here, async (tx) => {
      const queries = [sql`select 1`, sql`select 1 / 0`, sql`select 2`]
      outcomes = await Promise.allSettled(queries.map((query) => query.execute(tx)))
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'done'))).toEqual([
      'done',
      'error: division by zero',
      'error: division by zero',
    ])
  })

  test('are refused after the work was refused, also before the rollback is done', async () => {
    const late: Promise<string>[] = []
    const insertAfter = async (turns: number, tx: TenantTransaction) => {
      for (let turn = 0; turn < turns; turn++) await undefined
      return sql`insert into role (tenant_id, role_name) values (${here.tenantId}, ${`Late ${turns}`})`.execute(tx)
    }
    for (let turns = 0; turns < 20; turns++) {
      const refused = withTenant(database.db, here, async (tx) => {
        await sql`select 1`.execute(tx)
        late.push(insertAfter(turns, tx).then(() => 'rolled back', String))
        throw new Error('no')
      })
      await expect(refused).rejects.toThrow('no')
    }
    expect(new Set(await Promise.all(late))).toEqual(new Set(['rolled back', 'Error: The transaction has ended']))
    const kept = sql`select role_name from role where role_name like 'Late %'`
    expect((await withTenant(database.db, here, (tx) => kept.execute(tx))).rows).toEqual([])
  })
})

describe('the last queries of a transaction', () => {
  const addRole = (tx: TenantTransaction, name: string) =>
    tx.insertInto('role').values({ tenant_id: here.tenantId, role_name: name }).execute()
  const rolesNamed = async (...names: string[]) => {
    const rows = await withTenant(database.db, here, (tx) =>
      tx.selectFrom('role').select('role_name').where('role_name', 'in', names).orderBy('role_name').execute(),
    )
    return rows.map((row) => row.role_name)
  }

  test('are sent with COMMIT, which does not wait for their answers', async () => {
    const holder = await database.db.connect()
    const submit = vi.spyOn(pg.Query.prototype, 'submit')
    try {
      await holder.query('select pg_advisory_lock(4712)')
      const done = withTenant(database.db, here, async (tx) => {
        await sql`select 1`.execute(tx)
        await lastly(tx, () => Promise.all([sql`select pg_advisory_xact_lock(4712)`.execute(tx), addRole(tx, 'Last')]))
        return 'answer'
      })
      // While the first one waits for its lock.
      const sent = () => submit.mock.contexts.map((query) => (query as unknown as { text: string }).text)
      await expect.poll(sent, { interval: 5 }).toContain('commit')
      await holder.query('select pg_advisory_unlock(4712)')
      expect(await done).toBe('answer')
      expect(await rolesNamed('Last')).toEqual(['Last'])
    } finally {
      submit.mockRestore()
      await holder.end()
    }
  })

  test('are announced, and recorded as a change of their operation', async () => {
    const heard: ChangeEvent[] = []
    const { callbacks } = ownChangesOf(database.db)
    const listener = (event: ChangeEvent) => heard.push(event)
    callbacks.add(listener)
    const operation = new Operation('test')
    await runOperation(operation, () => withTenant(database.db, here, (tx) => lastly(tx, () => addRole(tx, 'Heard'))))
    callbacks.delete(listener)
    expect(heard.map(({ tables }) => tables)).toEqual([['group_role', 'role', 'role_action', 'user_group']])
    expect(operation.changeIds).toHaveLength(1)
  })

  test('are rolled back as a whole if one fails, with its error, and leave the connection usable', async () => {
    const failed = withTenant(database.db, here, (tx) =>
      lastly(tx, () => Promise.all([addRole(tx, 'Kept out'), sql`select 1 / 0`.execute(tx), addRole(tx, 'Kept out, too')])),
    )
    await expect(failed).rejects.toThrow('division by zero')
    expect(await rolesNamed('Kept out', 'Kept out, too')).toEqual([])
  })

  test('are rolled back if a refusal comes instead of a query', async () => {
    const no = (): never => {
      throw new Error('no')
    }
    for (const refuse of [no, async () => no()]) {
      const refused = withTenant(database.db, here, (tx) => lastly(tx, () => Promise.all([addRole(tx, 'Refused'), refuse()])))
      await expect(refused).rejects.toThrow('no')
    }
    expect(await rolesNamed('Refused')).toEqual([])
  })

  test('are the last: no query and no change is accepted after them', async () => {
    const afterwards = (work: (tx: TenantTransaction) => unknown) =>
      withTenant(database.db, here, async (tx) => {
        await lastly(tx, () => sql`select 1`.execute(tx))
        await work(tx)
      })
    await expect(afterwards((tx) => sql`select 1`.execute(tx))).rejects.toThrow('The transaction has ended')
    await expect(afterwards((tx) => noteChange(tx, 'role'))).rejects.toThrow('after it was announced')
  })

  test('wait for COMMIT, whose failure is theirs', async () => {
    const refused = withTenant(database.db, here, (tx) =>
      lastly(tx, () =>
        Promise.all([
          sql`create temporary table awaited (id int primary key deferrable initially deferred) on commit drop`.execute(tx),
          sql`insert into awaited values (1), (1)`.execute(tx),
        ]),
      ),
    )
    await expect(refused).rejects.toThrow('awaited_pkey')
  })
})

test('all queries of a snapshot see the same moment', async () => {
  const seenMeanwhile = (options: { readOnly: true; snapshot?: boolean }) =>
    withTenant(
      database.db,
      here,
      async (tx) => {
        const count = () =>
          tx
            .selectFrom('role')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        const before = await count()
        await withTenant(database.db, here, (other) =>
          other
            .insertInto('role')
            .values({ tenant_id: here.tenantId, role_name: `Meanwhile ${randomUUID()}` })
            .execute(),
        )
        return (await count()).n - before.n
      },
      options,
    )
  expect(await seenMeanwhile({ readOnly: true, snapshot: true })).toBe(0)
  expect(await seenMeanwhile({ readOnly: true })).toBe(1)
})

test('a query outside of withTenant and asOwner is refused, also inside of their transactions', async () => {
  const { kysely, pool } = database.db
  const query = () => kysely.selectFrom('app_user').selectAll().execute()
  await expect(query()).rejects.toThrow('needs a transaction')
  await expect(kysely.transaction().execute(async () => undefined)).rejects.toThrow('needs a transaction')
  await expect(asOwner(database.db, 'maintenance', query)).rejects.toThrow('needs a transaction')
  await expect(pool.query('select from app_user')).rejects.toThrow(/steward.tenant_id|type uuid: ""/)
})

test('asOwner sees all tenants', async () => {
  const names = await asOwner(database.db, 'maintenance', (tx) => tx.selectFrom('tenant').select('tenant_id').execute())
  expect(names.map((row) => row.tenant_id)).toEqual(expect.arrayContaining([here.tenantId, there.tenantId]))
})

test("a transaction knows its tenant, and an owner's transaction without one throws", async () => {
  expect(await withTenant(database.db, here, async (tx) => tenantIdOf(tx))).toBe(here.tenantId)
  expect(await asOwner(database.db, 'operator', async (tx) => tenantIdOf(tx), { tenantId: there.tenantId })).toBe(there.tenantId)
  await expect(asOwner(database.db, 'maintenance', async (tx) => tenantIdOf(tx))).rejects.toThrow('This transaction has no tenant')
})

test('a transaction that can take long is named after its tenant, until it ends', async () => {
  const nameWithin = (statementMs: number, readOnly: boolean) =>
    runWithin(new LimitedWork({ statementMs, lockMs: 1_000, connectionMs: 1_000 }), () =>
      withTenant(
        database.db,
        here,
        async (tx) => (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(tx)).rows[0]?.name,
        { readOnly },
      ),
    )
  const usual = await nameWithin(5_000, false)
  expect(await nameWithin(3_600_000, false)).toBe(nameOfTenant(here.tenantId))
  expect([await nameWithin(3_600_000, true), await nameWithin(5_000, false)]).toEqual([usual, usual])
})

describe('change events', () => {
  async function eventsOf(work: () => Promise<unknown>): Promise<ChangeEvent[]> {
    const client = await database.db.connect()
    const events: ChangeEvent[] = []
    client.on('notification', (message) => {
      const { origin: _origin, ...event } = JSON.parse(message.payload ?? '') as ChangeEvent & { origin: string }
      events.push(event)
    })
    await client.query(`listen ${CHANGE_CHANNEL}`)
    await work()
    await client.query('select 1') // notifications of committed transactions arrive before the result
    await client.end()
    return events
  }

  test('name the changed tables once per transaction, including dependent ones', async () => {
    const ctx = { ...here, requestId: randomUUID() }
    const { user_id } = await addUser(ctx, 'event@example.com')
    const events = await eventsOf(async () => {
      await withTenant(database.db, ctx, (tx) =>
        tx.updateTable('app_user').set({ is_disabled: true }).where('user_id', '=', user_id).execute(),
      )
      await withTenant(database.db, ctx, (tx) => tx.deleteFrom('app_user').where('user_id', '=', user_id).execute())
    })
    const tables = ['app_user', 'group_member', 'user_group', 'user_session']
    expect(events).toEqual([
      { tenantId: ctx.tenantId, requestId: ctx.requestId, tables },
      { tenantId: ctx.tenantId, requestId: ctx.requestId, tables },
    ])
  })

  test('of new and renamed users include no dependent tables', async () => {
    const ctx = { ...here, requestId: randomUUID() }
    const events = await eventsOf(async () => {
      const { user_id } = await addUser(ctx, 'provisioned@example.com')
      await withTenant(database.db, ctx, async (tx) => {
        await tx.updateTable('app_user').set({ given_name: 'Ada', family_name: 'Lindqvist' }).where('user_id', '=', user_id).execute()
        noteChange(tx, 'app_user', { along: false })
      })
    })
    expect(events.map(({ tables }) => tables)).toEqual([['app_user'], ['app_user']])
  })

  test('say when memberships changed of new users alone', async () => {
    const { group_id } = await addGroup(here, 'Joined by new users')
    const create = async (username: string, also: (tx: TenantTransaction) => Promise<unknown> = async () => undefined) =>
      withTenant(database.db, here, async (tx) => {
        const { user_id } = await tx
          .insertInto('app_user')
          .values({ tenant_id: here.tenantId, username, email: username })
          .returning('user_id')
          .executeTakeFirstOrThrow()
        await joinGroups(tx, user_id, [group_id], { isNew: true })
        await also(tx)
      })
    const { user_id: known } = await addUser(here, 'known@example.com')
    const events = await eventsOf(async () => {
      await create('alone@example.com')
      await create('beside-another@example.com', (tx) => joinGroups(tx, known, [group_id]))
      await create('beside-a-role@example.com', (tx) =>
        tx.insertInto('role').values({ tenant_id: here.tenantId, role_name: 'Beside' }).execute(),
      )
    })
    expect(events[0]?.tables).toEqual(['app_user', 'group_member', 'user_group'])
    expect(events.map((event) => [event.isOfNewUsers, changesPermissions(event)])).toEqual([
      [true, false],
      [undefined, true],
      [undefined, true],
    ])
  })

  test('are not sent for reads, for changes of zero rows, or after a rollback', async () => {
    const events = await eventsOf(async () => {
      await withTenant(database.db, here, (tx) => tx.selectFrom('role').selectAll().execute())
      await withTenant(database.db, here, (tx) => tx.deleteFrom('role').where('role_name', '=', 'none').execute())
      await withTenant(database.db, here, async (tx) => {
        await tx.insertInto('role').values({ tenant_id: here.tenantId, role_name: 'Passing' }).execute()
        throw new Error('no')
      }).catch(() => undefined)
    })
    expect(events).toEqual([])
  })

  test('include changes inside WITH and noted raw statements', async () => {
    const events = await eventsOf(() =>
      withTenant(database.db, here, async (tx) => {
        await tx
          .with('made', (q) => q.insertInto('role').values({ tenant_id: here.tenantId, role_name: 'With' }).returning('role_id'))
          .selectFrom('made')
          .select('role_id')
          .execute()
        await sql`update company_quota set value = value`.execute(tx)
        noteChange(tx, 'company_quota')
      }),
    )
    expect(events.map((event) => event.tables)).toEqual([['company_quota', 'group_role', 'role', 'role_action', 'user_group']])
  })
})
