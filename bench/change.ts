import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { loadConfig } from '../server/src/config.ts'
import { imagedTables } from '../server/src/db/imaged-tables.ts'
import { type TenantTransaction, noteChange, systemContext, withTenant } from '../server/src/db/tenant.ts'
import { addMembers } from '../server/src/groups/membership.ts'
import { openProgram } from '../server/src/program.ts'
import { median, timed } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const rounds = 5
const singles = 200
const many = 10_000
const goal = 0.85

/** Writes with and without the triggers that keep images, turn by turn. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([1_000])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant was prepared')
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
  const client = new pg.Client(program.db.connection)
  await client.connect()
  const write = <T>(work: (tx: TenantTransaction) => Promise<T>) => withTenant(program.db, systemContext(tenant.tenantId), work)
  const images = async (state: 'enable' | 'disable') => {
    const { rows } = await client.query<{ table: string; trigger: string }>(
      `select tgrelid::regclass::text as table, tgname as trigger from pg_trigger where tgname like 'image_%' and tgrelid::regclass::text = any ($1)`,
      [[...imagedTables]],
    )
    for (const { table, trigger } of rows) await client.query(`alter table ${table} ${state} trigger ${trigger}`)
  }
  let next = 0
  const insertUsers = (tx: TenantTransaction, count: number) => {
    const from = next
    next += count
    noteChange(tx, 'app_user')
    return sql<{ user_id: string }>`
      insert into app_user (tenant_id, username, email, given_name, family_name)
      select ${tenant.tenantId}::uuid, name, name, 'Given' || n, 'Family' || n
        from (select n, 'bench' || n || '@x.example' as name from generate_series(${from}::int, ${from + count - 1}::int) n) made
      returning user_id`.execute(tx)
  }

  const works: Record<string, () => Promise<number>> = {
    [`${singles} users one by one`]: () =>
      timed(async () => {
        for (let index = 0; index < singles; index++) await write((tx) => insertUsers(tx, 1))
      }),
    [`${many} users in one transaction`]: () => timed(() => write((tx) => insertUsers(tx, many))),
    [`${many} members in one transaction`]: async () => {
      const { rows } = await write((tx) => insertUsers(tx, many))
      const groupId = await write(async (tx) => {
        const made = await tx
          .insertInto('user_group')
          .values({ tenant_id: tenant.tenantId, group_name: `bench ${next}` })
          .returning('group_id')
          .executeTakeFirstOrThrow()
        return made.group_id
      })
      return timed(() =>
        write((tx) =>
          addMembers(
            tx,
            groupId,
            rows.map((row) => row.user_id),
          ),
        ),
      )
    },
  }
  const figures: Figure[] = []
  try {
    for (const [what, work] of Object.entries(works)) {
      const times = { enable: [] as number[], disable: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        for (const state of round % 2 === 0 ? (['disable', 'enable'] as const) : (['enable', 'disable'] as const)) {
          await images(state)
          times[state].push(await work())
        }
      }
      const ratio = median(times.disable) / median(times.enable)
      figures.push({
        what,
        measured: `${ratio.toFixed(2)} of the speed without images (${median(times.enable).toFixed(0)} ms)`,
        goal: `≥ ${goal}`,
        met: ratio >= goal,
      })
    }
  } finally {
    await images('enable')
    await client.end()
    await program.close()
    discard()
  }
  return {
    title: 'Row images of changes',
    how: `Transactions of withTenant with and without the triggers that keep row images, turn by turn, the median of ${rounds}`,
    figures,
  }
}
