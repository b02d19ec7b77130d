import { fold } from '@steward/contract/rules/search-words'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase, createTestTenant } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { knownMigrations, migrate } from './migrator.ts'
import { asOwner, withTenant } from './tenant.ts'
import type { TenantContext, TenantTransaction } from './tenant.ts'

let database: TestDatabase
let ctx: TenantContext
let crowd: TenantContext

const people = [
  ['María del Carmen', 'López-Ortiz', 'm.lopez@one.example'],
  ['Theo', 'Garcia', 'theo.garcia12@one.example'],
  ['Thea', 'Garcia', 'director@one.example'],
  ['Anders', 'Ångström', 'anders@two.example'],
  ['Garcia', 'Garcia', 'gg@two.example'],
  ['Ana Anabel', 'Anaya', 'ana.anaya@two.example'],
] as const

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await createTestTenant(database.db)
  crowd = await createTestTenant(database.db)
  await withTenant(database.db, ctx, (tx) =>
    tx
      .insertInto('app_user')
      .values(people.map((name) => userNamed(ctx, name)))
      .execute(),
  )
  // More than the count limit, half of them confirmed, with names that sort differently from the usernames.
  await asOwner(database.db, 'operator', async (tx) => {
    await sql`select set_config('steward.audit', 'off', true)`.execute(tx)
    await sql`insert into app_user (tenant_id, username, email, given_name, family_name, status)
              select ${crowd.tenantId}::uuid, 'u' || n || '@crowd.example', 'u' || n || '@crowd.example', 'Robin', 'Row ' || n % 97,
                     case when n % 2 = 0 then 'CONFIRMED' else 'EXTERNAL_PROVIDER' end
                from generate_series(1, 40000) n`.execute(tx)
  })
})
afterAll(() => database.close())

type Named = readonly [givenName: string, familyName: string, email: string]
const userNamed = ({ tenantId }: TenantContext, [given_name, family_name, email]: Named) => ({
  tenant_id: tenantId,
  username: email,
  email,
  given_name,
  family_name,
})

async function find(typed: string): Promise<string[]> {
  return withTenant(database.db, ctx, async (tx) => {
    const { rows } = await sql<{ email: string }>`
      select email from search_users(${ctx.tenantId}, ${typed}) found (user_id) join app_user using (user_id) order by email`.execute(tx)
    return rows.map((row) => row.email)
  })
}

describe('search_users', () => {
  test.each([
    ['lopez', ['m.lopez@one.example']],
    ['LÓPEZ', ['m.lopez@one.example']],
    ['  ortiz  mar', ['m.lopez@one.example']],
    ['carmen lop', ['m.lopez@one.example']],
    ['angstrom', ['anders@two.example']],
    ['Ångstr', ['anders@two.example']],
    ['theo g', ['theo.garcia12@one.example']],
    ['garcia th', ['director@one.example', 'theo.garcia12@one.example']],
    ['garcia', ['director@one.example', 'gg@two.example', 'theo.garcia12@one.example']],
    ['garcia12', ['theo.garcia12@one.example']],
    ['theo.garcia12@one', ['theo.garcia12@one.example']],
    ['direct', ['director@one.example']],
    ['ana', ['ana.anaya@two.example']],
    ['anaya', ['ana.anaya@two.example']],
    ['ana.', ['ana.anaya@two.example']],
    ['anaya@', ['ana.anaya@two.example']],
    ['one.example', []],
    ['zz', []],
    ['%', []],
    ["'", []],
  ])('finds %j at the beginnings of words', async (typed, emails) => {
    expect(await find(typed)).toEqual(emails)
  })

  test.each([
    ['arcia', ['director@one.example', 'gg@two.example', 'theo.garcia12@one.example']],
    ['NGSTRÖ', ['anders@two.example']],
    ['ortiz', ['m.lopez@one.example']],
    ['tiz', ['m.lopez@one.example']],
    ['rector', ['director@one.example']],
    ['ia', []],
    ['arcia th', []],
    ['arcia1', []],
    ['arc%', []],
    // Others have words that begin so.
    ['nde', ['anders@two.example']],
    ['the', ['director@one.example', 'theo.garcia12@one.example']],
    ['robi', []],
    ['obin', []],
  ])('finds %j inside of words where none begins with it', async (typed, emails) => {
    expect(await find(typed)).toEqual(emails)
  })

  test('follows changes and deletions', async () => {
    await withTenant(database.db, ctx, (tx) =>
      tx.updateTable('app_user').set({ family_name: 'Márquez' }).where('username', '=', 'director@one.example').execute(),
    )
    expect(await find('thea garcia')).toEqual([])
    expect(await find('marquez thea')).toEqual(['director@one.example'])
    await withTenant(database.db, ctx, (tx) => tx.deleteFrom('app_user').where('username', '=', 'director@one.example').execute())
    const left = await asOwner(database.db, 'maintenance', (tx) =>
      sql`select 1 from user_search_key k where not exists (select from app_user u where u.tenant_id = k.tenant_id and u.user_id = k.user_id)`.execute(
        tx,
      ),
    )
    expect(left.rows).toEqual([])
  })
})

describe('search_users, for names as they are written', () => {
  const written = [
    ['María', 'López-Ortiz', 'maria@names.example'],
    ['Conan', "O'Brien", 'conan@names.example'],
    ['Søren', 'Sørensen', 'soren@names.example'],
    ['Æðelþryð', 'Großstraße', 'ae@names.example'],
    ['ｋｅｎ', 'Ｗａｔｓｏｎ', 'kw@names.example'],
    ['ﾊﾅｺ', 'ｶﾞﾄｳ', 'hanako@names.example'],
    ['太郎', '山田', 'yamada@names.example'],
    ['민준', '김', 'kim@names.example'],
    ['Jean Luc', 'Picard', 'jean-luc@my-names.example'],
    ['Lee', 'Smith, Jr.', 'ann-marie.smith@names.example'],
    ['Νίκος', 'Παππάς', 'nikos@names.example'],
    ['İpek', 'Işık', 'ipek@names.example'],
  ] as const
  let names: TenantContext

  async function found(typed: string): Promise<string> {
    return withTenant(database.db, names, async (tx) => {
      const { rows } = await sql<{ email: string }>`
        select email from search_users(${names.tenantId}, ${typed}) found (user_id) join app_user using (user_id) order by email`.execute(
        tx,
      )
      return rows.map((row) => row.email.split('@')[0]).join(' ')
    })
  }

  beforeAll(async () => {
    names = await createTestTenant(database.db)
    await withTenant(database.db, names, (tx) =>
      tx
        .insertInto('app_user')
        .values(written.map((name) => userNamed(names, name)))
        .execute(),
    )
  })

  test.each([
    ['lópez-ortiz', 'maria'],
    ['María López‑Ortiz', 'maria'],
    ['lopez ortiz', 'maria'],
    ['Ortiz, Mar', 'maria'],
    ['López-Ortiz, María', 'maria'],
    ["o'brien", 'conan'],
    ['O’Brien, Conan', 'conan'],
    ['obrien', 'conan'],
    ['sorensen', 'soren'],
    ['SØRENSEN', 'soren'],
    ['so', 'soren'],
    ['grossstrasse', 'ae'],
    ['Großstraße', 'ae'],
    ['aedelthryd', 'ae'],
    ['watson', 'kw'],
    ['Ｗａｔ', 'kw'],
    ['ガトウ', 'hanako'],
    ['がとうはな', 'hanako'],
    ['ｶﾞﾄ', 'hanako'],
    ['山田太郎', 'yamada'],
    ['山田 太郎', 'yamada'],
    ['山田　太', 'yamada'],
    ['太郎', 'yamada'],
    ['山', 'yamada'],
    ['김민준', 'kim'],
    ['김 민', 'kim'],
    ['jean-luc', 'jean-luc'],
    ['Jean Luc Pic', 'jean-luc'],
    ['jean-luc@', 'jean-luc'],
    ['jean-luc@my-names', 'jean-luc'],
    ['luc@my-', 'jean-luc'],
    ['picard jean-luc', 'jean-luc'],
    ['ann-marie.s', 'ann-marie.smith'],
    ['marie.smith@names', 'ann-marie.smith'],
    ['smith, jr', 'ann-marie.smith'],
    ['smith lee', ''],
    ['νικος', 'nikos'],
    ['ΠΑΠΠΆΣ', 'nikos'],
    ['ipek isik', 'ipek'],
    ['Işık', 'ipek'],
    ['-', ''],
    ['’', ''],
    ['@my-names', ''],
  ])('finds %j', async (typed, expected) => {
    expect(await found(typed)).toBe(expected)
  })

  test('finds one person by names joined, where more match than are counted', async () => {
    const many = await createTestTenant(database.db)
    await asOwner(database.db, 'operator', async (tx) => {
      await sql`select set_config('steward.audit', 'off', true)`.execute(tx)
      await sql`insert into app_user (tenant_id, username, email, given_name, family_name)
                select ${many.tenantId}::uuid, name, name, '伟', '王' from (select 'wang-' || n || '@my-names.example' as name from generate_series(1, 10002) n) named`.execute(
        tx,
      )
    })
    for (const typed of ['王伟', '伟', '王 伟', 'wang-1', '王']) {
      const { names: page, total } = await pageOf(many, { typed, sort: 'familyName', limit: 2 })
      expect({ typed, listed: page.length, isCountedUp: total > 1000 }).toEqual({ typed, listed: 2, isCountedUp: true })
    }
  })

  test('is told by the keys of users who were there before', async () => {
    const earlier = await createTestDatabase({ empty: true })
    const migrations = await knownMigrations()
    await migrate(earlier.db, { migrations: migrations.slice(0, 72) })
    const tenants = [await createTestTenant(earlier.db), await createTestTenant(earlier.db)]
    for (const tenant of tenants) {
      await withTenant(earlier.db, tenant, (tx) =>
        tx
          .insertInto('app_user')
          .values([...people, ...written].map((name) => userNamed(tenant, name)))
          .execute(),
      )
    }
    await migrate(earlier.db, { migrations })
    const { rows } = await asOwner(earlier.db, 'maintenance', (tx) =>
      sql<Record<'users' | 'keys' | 'missing' | 'extra' | 'miscounted', number>>`
        with expected as (select u.tenant_id, k.search_key, u.user_id, u.username_key, k.shared, k.word
                            from app_user u, user_search_keys(u.given_name, u.family_name, u.email, u.username) k),
             counted as (select tenant_id, word, count(*)::int as n from user_search_key where word is not null group by 1, 2),
             summed as (select tenant_id, word, sum(n)::int as n from user_search_word group by 1, 2 having sum(n) <> 0)
        select (select count(*)::int from app_user) as users, (select count(*)::int from user_search_key) as keys,
               (select count(*)::int from (table expected except table user_search_key) lost) as missing,
               (select count(*)::int from (table user_search_key except table expected) left_over) as extra,
               (select count(*)::int from ((table counted except table summed) union all (table summed except table counted)) miscounted) as miscounted`.execute(
        tx,
      ),
    )
    await earlier.close()
    expect(rows).toEqual([{ users: 36, keys: expect.any(Number), missing: 0, extra: 0, miscounted: 0 }])
  })
})

test('texts are compared the same in the database, the server and the console', async () => {
  const ranges = [
    [0x20, 0x5ff],
    [0x1e00, 0x1fff],
    [0x2010, 0x2044],
    [0x3041, 0x30ff],
    [0x4e00, 0x4e20],
    [0xac00, 0xac20],
    [0xff01, 0xffef],
  ] as const
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
  const texts = letters.filter((letter) => /[\p{L}\p{P}\p{N}\p{Zs}]/u.test(letter)).map((letter) => `a${letter}B`)
  const { rows } = await asOwner(database.db, 'maintenance', (tx) =>
    sql<{ given: string; folded: string }>`select given, fold_text(given) as folded from unnest(${texts}::text[]) given`.execute(tx),
  )
  expect(rows.map(({ given, folded }) => [given, folded])).toEqual(texts.map((text) => [text, fold(text)]))
})

interface Query {
  typed: string
  statuses?: string[]
  groups?: string[]
  sort?: string
  limit?: number
  offset?: number
}

const page = (query: Query) => pageOf(crowd, query)

async function pageOf(
  tenant: TenantContext,
  { typed, statuses, groups, sort = 'username', limit = 3, offset = 0 }: Query,
): Promise<{ total: number; names: string[] }> {
  return withTenant(database.db, tenant, async (tx) => {
    const { rows } = await sql<{ total: number; names: string[] }>`
      select total, array(select username from unnest(user_ids) with ordinality found (user_id, place) join app_user using (user_id) order by place) as names
        from search_user_page(${tenant.tenantId}, ${typed}, array['endUser'], ${statuses ?? null}::text[], null, ${groups ?? null}::uuid[], null, ${sort}, ${limit}::int, ${offset}::int)`.execute(
      tx,
    )
    return rows[0] ?? { total: -1, names: [] }
  })
}

describe('search_user_page', () => {
  test('counts exactly to 10,000 and reports "more" beyond', async () => {
    expect((await page({ typed: 'row 7' })).total).toBe(413 + 10 * 412) // Row 7, and Row 70 to Row 79
    expect((await page({ typed: 'robin' })).total).toBe(10_001)
    expect(await page({ typed: 'nobody' })).toEqual({ total: 0, names: [] })
  })

  test('finds fragments with filters, and counts them like beginnings', async () => {
    expect((await page({ typed: 'obin' })).total).toBe(10_001)
    expect((await page({ typed: 'obin', statuses: ['CONFIRMED'], limit: 2 })).names).toEqual(
      (await page({ typed: 'robin', statuses: ['CONFIRMED'], limit: 2 })).names,
    )
    expect((await page({ typed: 'obin', sort: '-familyName' })).names).toEqual((await page({ typed: 'robin', sort: '-familyName' })).names)
    expect(await page({ typed: 'robbin' })).toEqual({ total: 0, names: [] })
  })

  test.each(['robin', 'obin', 'row 96', 'u399'])('orders and pages alike for few and many matches (%s)', async (typed) => {
    for (const sort of ['username', '-username', 'familyName', '-familyName', 'createdTime', 'status']) {
      const whole = await page({ typed, sort, limit: 30 })
      expect(new Set(whole.names).size).toBe(30)
      expect((await page({ typed, sort, limit: 5, offset: 10 })).names).toEqual(whole.names.slice(10, 15))
    }
    const ascending = (await page({ typed, limit: 30 })).names
    expect(ascending).toEqual(ascending.toSorted())
    const descending = (await page({ typed, sort: '-username', limit: 30 })).names
    expect(descending).toEqual(descending.toSorted().toReversed())
  })

  test('finds the same users by words and by keys, and counts each once, through changes and deletions', async () => {
    const alike = await createTestTenant(database.db)
    const given = ['Maria', 'Mara', 'Ann', 'Anna', 'Anne-Marie', 'Mar']
    const family = ['Martinez', 'Marin', 'Annan', 'Lee', 'Ma']
    const rows = given.flatMap((given_name, first) =>
      family.map((family_name, second) => ({
        tenant_id: alike.tenantId,
        username: `p${first}${second}@alike.example`,
        // Also if the address has similar words of its own, and characters that sort around letters.
        email: [`ann${second}.mar@alike.example`, `ann{x${first}@alike.example`, `an_mar${first}${second}@alike.example`][second % 3] ?? '',
        given_name,
        family_name,
      })),
    )
    const needles = [
      'a',
      'an',
      'ann',
      'anna',
      'anne',
      'm',
      'ma',
      'mar',
      'mari',
      'martinez',
      'l',
      'lee',
      'p',
      'x',
      'zz',
      'alike',
      'artin',
      'nna',
      'ari',
      'rti',
    ]
    const compare = async () => {
      for (const needle of needles) {
        for (const direction of ['', '-']) {
          const { rows: found } = await withTenant(database.db, alike, (tx) =>
            sql<{ total: number; page: string[]; every: string[] }>`
              select total, array(select username from unnest(user_ids) with ordinality listed (user_id, place) join app_user using (user_id) order by place) as page,
                     array(select username from search_users(${alike.tenantId}, ${needle}) matching (user_id) join app_user using (user_id)) as every
                from search_user_page(${alike.tenantId}, ${needle}, array['endUser'], null, null, null, null, ${`${direction}username`}, 7, 2)`.execute(
              tx,
            ),
          )
          const every = (found[0]?.every ?? []).toSorted()
          expect(found[0]?.total, needle).toBe(every.length)
          expect(found[0]?.page, needle).toEqual((direction === '' ? every : every.toReversed()).slice(2, 9))
        }
      }
    }
    await withTenant(database.db, alike, (tx) => tx.insertInto('app_user').values(rows).execute())
    await compare()
    await withTenant(database.db, alike, async (tx) => {
      await tx.updateTable('app_user').set({ family_name: 'Marquez' }).where('given_name', '=', 'Ann').execute()
      await tx.updateTable('app_user').set({ given_name: 'Lea' }).where('family_name', '=', 'Lee').execute()
      await tx.deleteFrom('app_user').where('given_name', '=', 'Maria').execute()
    })
    await compare()
    const counts = await asOwner(database.db, 'maintenance', (tx) =>
      sql`select word from user_search_word w group by tenant_id, word
           having sum(n) <> (select count(*) from user_search_key k where k.tenant_id = w.tenant_id and k.word = w.word)`.execute(tx),
    )
    expect(counts.rows).toEqual([])
  })

  test('counts what two transactions create and delete, without one waiting for the other', async () => {
    const together = await createTestTenant(database.db)
    const create = (tx: TenantTransaction, name: string) =>
      tx
        .insertInto('app_user')
        .values({ tenant_id: together.tenantId, username: name, email: `${name}@two.example`, given_name: 'Wanda', family_name: 'Same' })
        .execute()
    const slotOf = async (tx: TenantTransaction) =>
      (await sql<{ slot: number }>`select pg_backend_pid() % 16 as slot`.execute(tx)).rows[0]?.slot
    const besides = (slot: number | undefined, work: (tx: TenantTransaction) => Promise<unknown>): Promise<unknown> =>
      withTenant(database.db, together, async (tx) => ((await slotOf(tx)) === slot ? besides(slot, work) : work(tx)))
    await withTenant(database.db, together, (tx) => create(tx, 'first'))
    await withTenant(database.db, together, async (tx) => {
      await create(tx, 'second')
      await besides(await slotOf(tx), async (other) => {
        await sql`set local lock_timeout = '1s'`.execute(other)
        await create(other, 'third')
        await other.deleteFrom('app_user').where('username', '=', 'first').execute()
      })
    })
    const { rows } = await asOwner(database.db, 'maintenance', (tx) =>
      sql<{ words: number; word_rows: number; users: number; user_rows: number }>`
        select words.*, users.*
          from (select sum(n)::int as words, count(*)::int as word_rows from user_search_word
                 where tenant_id = ${together.tenantId}::uuid and word = 'wanda') words,
               (select sum(n)::int as users, count(*)::int as user_rows from row_count
                 where tenant_id = ${together.tenantId}::uuid and table_name = 'app_user') users`.execute(tx),
    )
    expect(rows).toEqual([{ words: 2, word_rows: 2, users: 2, user_rows: expect.any(Number) }])
    expect(rows[0]?.user_rows).toBeGreaterThan(1)
    const found = await withTenant(database.db, together, (tx) =>
      sql<{ total: number }>`
        select total from search_user_page(${together.tenantId}, 'wanda', array['endUser'], null, null, null, null, 'username', 5, 0)`.execute(
        tx,
      ),
    )
    expect(found.rows).toEqual([{ total: 2 }])
  })

  test('applies filters to what it finds', async () => {
    const all = await page({ typed: 'row 96' })
    const confirmed = await page({ typed: 'row 96', statuses: ['CONFIRMED'] })
    const external = await page({ typed: 'row 96', statuses: ['EXTERNAL_PROVIDER'] })
    expect(confirmed.total + external.total).toBe(all.total)
    expect((await page({ typed: 'robin', statuses: ['CONFIRMED'] })).total).toBe(10_001)
    expect((await page({ typed: 'robin', groups: ['00000000-0000-7000-8000-000000000000'] })).total).toBe(0)
  })

  test('refuses an unknown sort', async () => {
    await expect(page({ typed: 'x', sort: 'password_hash' })).rejects.toThrow('Unknown sort')
  })
})
