import type { Preview } from '@steward/contract/changes/schemas'
import { patchGroup } from '@steward/contract/groups/endpoints'
import { type CallInput, type Endpoint, type ResponseOf, urlOf } from '@steward/contract/http'
import { createRole, deleteRole, patchRole } from '@steward/contract/roles/endpoints'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { loadConfig } from '../server/src/config.ts'
import { imagedTables } from '../server/src/db/imaged-tables.ts'
import { type TenantTransaction, noteChange, systemContext, tenantIdOf, withTenant } from '../server/src/db/tenant.ts'
import { addMembers } from '../server/src/groups/membership.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { signIn } from './lib/api.ts'
import { addImages } from './lib/images.ts'
import { median, ms, percentile, timed } from './lib/measure.ts'
import { measurePast } from './lib/past-reads.ts'
import type { Figure, Section } from './lib/results.ts'
import { type SizedTenant, prepareTenants } from './lib/tenants.ts'

const rounds = 7
const singles = 200
const many = 10_000
const goal = 0.85
const people = 1_000_000
const imageCount = 10_000_000
const imageDays = 395
const pastDays = 90
const previewedPeople = 100_000
const previewGoalMs = 1_000

/** What a record of changes costs, what a preview takes, and how fast the past is read. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([1_000, people])
  const [small, large] = tenants
  if (!small || !large) throw new Error('no tenant was prepared')
  try {
    const figures = await measureWriting(dataDir, small)
    await measureAfterwards(dataDir, large, figures)
    return {
      title: 'Changes: images, previews and the past',
      how: `Writing: transactions of withTenant with and without the triggers that keep row images, turn by turn, the median of ${rounds}. Over HTTP in a tenant of ${people.toLocaleString('en-US')} users in 20 groups with ${imageCount.toLocaleString('en-US')} images over ${imageDays} days: a preview of a role's actions, p50 / p95 of ${rounds}; records and lists as of ${pastDays} days ago, p50 / p95 of 20 (BENCH_ROUNDS)`,
      figures,
    }
  } finally {
    discard()
  }
}

async function measureAfterwards(dataDir: string, tenant: SizedTenant, figures: Figure[]): Promise<void> {
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
  let groupId: string
  try {
    await addImages(program.db, { tenantId: tenant.tenantId, count: imageCount, days: imageDays })
    groupId = await withTenant(program.db, systemContext(tenant.tenantId), (tx) => makeGroup(tx, previewedPeople))
  } finally {
    await program.close()
  }
  const server = await startServer({ dataDir })
  try {
    const token = await signIn(server.url, tenant)
    figures.push(await measurePreview(server.url, token, groupId))
    figures.push(...(await measurePast(server.url, token, pastDays)))
  } finally {
    await server.stop()
  }
}

/** A group of people who are in other groups, too. Data that was kept has it. */
async function makeGroup(tx: TenantTransaction, count: number): Promise<string> {
  const tenantId = tenantIdOf(tx)
  for (const table of ['user_group', 'group_member'] as const) noteChange(tx, table)
  await sql`select set_config('statement_timeout', '120s', true)`.execute(tx)
  const groupName = `preview of ${count}`
  const kept = await sql<{ group_id: string }>`
    select group_id from user_group where tenant_id = ${tenantId}::uuid and group_name = ${groupName}`.execute(tx)
  if (kept.rows[0]) return kept.rows[0].group_id
  const { rows } = await sql<{ group_id: string }>`
    insert into user_group (tenant_id, group_name) values (${tenantId}::uuid, ${groupName}) returning group_id`.execute(tx)
  const groupId = rows[0]?.group_id
  if (groupId === undefined) throw new Error('An insert returns its row')
  await sql`
    insert into group_member (tenant_id, group_id, user_id)
    select tenant_id, ${groupId}::uuid, user_id from app_user where tenant_id = ${tenantId}::uuid limit ${count}`.execute(tx)
  return groupId
}

/** Takes an action from a role that the members of a group have. */
async function measurePreview(url: string, token: string, groupId: string): Promise<Figure> {
  const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E> & { body: unknown; params?: object }, headers = {}) => {
    const response = await fetch(url + urlOf(endpoint, input as { params?: object }), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        'if-match': '*',
        ...(input.body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(input.body ? { body: JSON.stringify(input.body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${text}`)
    // The contract's answer.
    return (text ? JSON.parse(text) : undefined) as ResponseOf<E>
  }
  const { roleId } = await call(createRole, {
    body: { roleName: `Preview ${Date.now()}`, description: '', actions: ['ViewUsers', 'ViewRoles'] },
  })
  await call(patchGroup, { params: { groupId }, body: [{ operation: 'Add', targetProperty: 'RoleIds', value: [roleId] }] })
  const spent: number[] = []
  let losing = 0
  const what = `preview of a role of ${previewedPeople.toLocaleString('en-US')} people`
  const goal = `< ${previewGoalMs} ms`
  for (let round = -1; round < rounds; round++) {
    const body = [{ operation: 'Update' as const, targetProperty: 'Actions' as const, value: ['ViewUsers'] }]
    try {
      const time = await timed(async () => {
        const preview = await call(patchRole, { params: { roleId }, body }, { prefer: 'preview' })
        // The answer to a preview.
        losing = (preview as unknown as Preview).effects.losingCount
      })
      if (round >= 0) spent.push(time)
    } catch (error) {
      if (!String(error).includes('took_too_long')) throw error
      return { what, measured: 'not within the time limit of 5 s', goal, met: false }
    }
  }
  await call(deleteRole, { params: { roleId }, body: undefined })
  const slow = percentile(spent, 0.95)
  return {
    what,
    measured: `${losing.toLocaleString('en-US')} lose a permission, ${ms(median(spent))} / ${ms(slow)}`,
    goal,
    met: slow < previewGoalMs,
  }
}

/** Writes with and without the triggers that keep images, turn by turn. */
async function measureWriting(dataDir: string, tenant: SizedTenant): Promise<Figure[]> {
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
  // Data can be kept from an earlier run.
  let next = (Math.floor(Date.now() / 1_000) % 10_000) * 200_000
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
  }
  return figures
}
