import type { Preview } from '@steward/contract/changes/schemas'
import { type CallInput, urlOf } from '@steward/contract/http'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
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
            spent[size].push(await timed(() => preview(server.url, token, { filter: { groupId: [groups[size]] }, change })))
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

async function preview(url: string, token: string, body: CallInput<typeof changeMatchingUsers>['body']): Promise<void> {
  const response = await fetch(url + urlOf(changeMatchingUsers, {}), {
    method: changeMatchingUsers.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'preview' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${changeMatchingUsers.id} answered ${response.status}: ${text}`)
  // The answer to a preview.
  const { refusedCount } = JSON.parse(text) as Preview
  if (refusedCount > 0) throw new Error(`${refusedCount} users would be refused`)
}
