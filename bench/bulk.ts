import { setTimeout as delay } from 'node:timers/promises'
import type { Preview } from '@steward/contract/changes/schemas'
import { createGroup } from '@steward/contract/groups/endpoints'
import { type CallInput, type Endpoint, createClient, urlOf } from '@steward/contract/http'
import { createUser } from '@steward/contract/users/endpoints'
import { changeMatchingUsers, getUserChange, undoUserChange } from '@steward/contract/users/matching-endpoints'
import { sql } from 'kysely'
import { pino } from 'pino'
import { loadConfig } from '../server/src/config.ts'
import { type TenantTransaction, noteChange, systemContext, tenantIdOf, withTenant } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { signIn } from './lib/api.ts'
import { median, ms, timed, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const people = 20_000
const [few, many] = [500, 10_000]
/** Users who are deleted and put back. */
const deletedCount = 200
const rounds = 5
/** A change that touches its rows again for each user would be at 20. */
const goal = 1.5

type Change = CallInput<typeof changeMatchingUsers>['body']['change']

/** What a preview of a bulk change takes: all of it runs, and is rolled back. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([people])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant was prepared')
  try {
    const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
    const groups = await withTenant(program.db, systemContext(tenant.tenantId), async (tx) => ({
      few: await makeGroup(tx, few),
      many: await makeGroup(tx, many),
      empty: await makeGroup(tx, 0),
    })).finally(() => program.close())
    const server = await startServer({ dataDir })
    try {
      const token = await signIn(server.url, tenant)
      const figures: Figure[] = []
      const changes: Change[] = [
        { action: 'disable' },
        { action: 'delete' },
        { action: 'addToGroup', groupId: groups.empty },
        { action: 'endSessions' },
        { action: 'sendPasswordLink' },
        { action: 'unlock' },
      ]
      for (const change of changes) {
        const spent = { few: [] as number[], many: [] as number[] }
        for (let round = 0; round < rounds; round++) {
          for (const size of ['few', 'many'] as const) {
            const body = { filter: { groupId: [groups[size]] }, change }
            spent[size].push(await timed(() => preview(server.url, token, changeMatchingUsers, { body })))
          }
        }
        const growth = median(spent.many) / median(spent.few) / (many / few)
        figures.push({
          what: `preview of ${change.action}: ${few} and ${many.toLocaleString('en-US')} users`,
          measured: `${ms(median(spent.few))}, ${ms(median(spent.many))}; ${times(growth)} a user`,
          goal: `≤ ${times(goal)} a user`,
          met: growth <= goal,
        })
      }
      figures.push(await measureUndo(server.url, token))
      return {
        title: 'Bulk changes',
        how: `Over HTTP in a tenant of ${people.toLocaleString('en-US')} users: previews of one change of all members of a group, ${few} and ${many.toLocaleString('en-US')} turn by turn, the median of ${rounds}, and how much more a user costs among many than among few`,
        figures,
      }
    } finally {
      await server.stop()
    }
  } finally {
    discard()
  }
}

/** A new group of that many people who are no administrators. */
async function makeGroup(tx: TenantTransaction, count: number): Promise<string> {
  const tenantId = tenantIdOf(tx)
  for (const table of ['user_group', 'group_member'] as const) noteChange(tx, table)
  const { rows } = await sql<{ group_id: string }>`
    insert into user_group (tenant_id, group_name) values (${tenantId}::uuid, ${`bulk ${count} ${Date.now()}`}) returning group_id`.execute(
    tx,
  )
  const groupId = rows[0]?.group_id
  if (groupId === undefined) throw new Error('An insert returns its row')
  await sql`
    insert into group_member (tenant_id, group_id, user_id)
    select u.tenant_id, ${groupId}::uuid, u.user_id from app_user u
     where u.tenant_id = ${tenantId}::uuid and not exists (
           select from group_member gm join group_role gr on gr.tenant_id = gm.tenant_id and gr.group_id = gm.group_id
                    join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id and r.is_administrator
            where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id)
     limit ${count}`.execute(tx)
  return groupId
}

/** The preview of putting deleted users back, while all of them can come back and when the addresses of half of them are taken. */
async function measureUndo(url: string, token: string): Promise<Figure> {
  const call = createClient({ baseUrl: url, fetch: (...args) => fetch(...args), headers: () => ({ authorization: `Bearer ${token}` }) })
  const create = async (index: number, groupIds: string[]) => {
    const email = `deleted-${index}@bench.example`
    return (await call(createUser, { body: { givenName: 'Dana', familyName: 'Deleted', email, groupIds } })).data.userId
  }
  const { groupId } = (await call(createGroup, { body: { groupName: `deleted ${Date.now()}` } })).data
  const userIds: string[] = []
  for (let index = 0; index < deletedCount; index++) userIds.push(await create(index, [groupId]))
  const { userChangeId } = (await call(changeMatchingUsers, { body: { filter: { userIds }, change: { action: 'delete' } } })).data
  const params = { userChangeId }
  while ((await call(getUserChange, { params })).data.status === 'running') await delay(100)

  const medianOf = async (refused: number) => {
    const spent: number[] = []
    for (let round = 0; round < rounds; round++) spent.push(await timed(() => preview(url, token, undoUserChange, { params }, refused)))
    return median(spent)
  }
  const all = await medianOf(0)
  for (let index = 0; index < deletedCount; index += 2) await create(index, [])
  const half = await medianOf(deletedCount / 2)
  return {
    what: `preview of putting ${deletedCount} users back: all of them, and with half of the addresses taken`,
    measured: `${ms(all)}, ${ms(half)}; ${times(half / all)}`,
    goal: `≤ ${times(goal)}`,
    met: half / all <= goal,
  }
}

async function preview<E extends Endpoint>(url: string, token: string, endpoint: E, input: CallInput<E>, refused = 0): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, prefer: 'preview' }
  const sent =
    'body' in input ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(input.body) } : { headers }
  const response = await fetch(url + urlOf(endpoint, input), { method: endpoint.method, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${text}`)
  // The answer to a preview.
  const { refusedCount } = JSON.parse(text) as Preview
  if (refusedCount !== refused) throw new Error(`${refusedCount} users would be refused`)
}
