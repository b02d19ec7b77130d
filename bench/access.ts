import { countPeopleWithAccess, getAccessMap, listPeopleWithAccess } from '@steward/contract/access/endpoints'
import { listGroups, patchGroup } from '@steward/contract/groups/endpoints'
import { type CallInput, type Endpoint, type ResponseOf, urlOf } from '@steward/contract/http'
import { createRole } from '@steward/contract/roles/endpoints'
import { bulkUsers, listUsers } from '@steward/contract/users/endpoints'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'
import { type SizedTenant, prepareTenants } from './lib/tenants.ts'

const sizes = [1_000, 1_000_000]
const rounds = 100
const recounts = 5

/** Roles of `Group 1` to `Group 4`: each group has a quarter of the users, who are in five of twenty. */
const roles: readonly (readonly [groupName: string, actions: readonly string[]])[] = [
  ['Group 1', ['ViewApiKeys']],
  ['Group 2', ['ViewApiKeys', 'ViewCurrencies']],
  ['Group 3', ['ViewSystemLog', 'EditGroups']],
  ['Group 4', ['ViewSystemLog']],
]

/** Through the administrators alone, through one more group, and through several. */
const questions = {
  'few people': 'Admin.ConfigureSSO',
  'a quarter of the people, through one group': 'Admin.EditGroups',
  'almost half, through two groups': 'Admin.ViewApiKeys',
  'two permissions together': 'Navigation.AuditLog',
  everyone: 'Navigation.Launchpad',
}

interface Run {
  tenant: SizedTenant
  token: string
}

/** Who has access, in tenants with 1,000 and 1,000,000 users, alternating within one run. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants(sizes)
  const server = await startServer({ dataDir })
  try {
    const runs: Run[] = []
    for (const tenant of tenants) {
      const token = await signIn(server.url, tenant)
      await giveRoles(server.url, token)
      runs.push({ tenant, token })
    }
    const figures: Section['figures'] = []
    const compare = async (what: string, call: (run: Run) => Promise<void>) => {
      const [small = [], large = []] = await samples(runs, call)
      const ratio = percentile(large, 0.95) / percentile(small, 0.95)
      figures.push({
        what,
        measured: `${spread(small)} · ${spread(large)} → ${times(median(large) / median(small))} / ${times(ratio)}`,
        goal: 'p95 ≤ 1.5×',
        met: ratio <= 1.5,
      })
    }
    for (const [who, ask] of Object.entries(questions)) {
      await compare(`first page: ${who}`, ({ token }) => read(server.url, token, listPeopleWithAccess, { query: { ask, limit: 60 } }))
      await compare(`count: ${who}`, ({ token }) => read(server.url, token, countPeopleWithAccess, { query: { ask } }))
    }
    await compare('map', ({ token }) => read(server.url, token, getAccessMap, {}))
    for (const [who, ask] of Object.entries(questions)) {
      const cold: number[][] = []
      const totals: number[] = []
      for (const { token } of runs) {
        const spent: number[] = []
        for (let round = 0; round < recounts; round++) {
          await changeMembers(server.url, token)
          spent.push(await timed(() => read(server.url, token, countPeopleWithAccess, { query: { ask } })))
        }
        cold.push(spent)
        totals.push((await answerOf(server.url, token, countPeopleWithAccess, { query: { ask } })).totalCount)
      }
      const [small = [], large = []] = cold
      figures.push({
        what: `count right after a change: ${who} (${totals.map((total) => total.toLocaleString('en-US')).join(' · ')})`,
        measured: `${spread(small)} · ${spread(large)}`,
      })
    }
    return {
      title: 'Who has access, by size of the tenant',
      how: `p50 / p95 over HTTP at 1,000 · 1,000,000 users, ${rounds} requests each, alternating; then the ratio of larger to smaller. Counts are exact; a process remembers one until members of groups change, and the last lines are the ${recounts} first counts after such a change`,
      figures,
    }
  } finally {
    await server.stop()
    discard()
  }
}

const spread = (of: readonly number[]) => `${ms(median(of))} / ${ms(percentile(of, 0.95))}`

async function samples(runs: readonly Run[], call: (run: Run) => Promise<void>): Promise<number[][]> {
  const spent: number[][] = runs.map(() => [])
  for (let round = -10; round < rounds; round++) {
    for (const [index, run] of runs.entries()) {
      const took = await timed(() => call(run))
      // The first rounds warm up the pool and the plans.
      if (round >= 0) spent[index]?.push(took)
    }
  }
  return spent
}

/** The answer of an endpoint; fails on anything but success. */
async function answerOf<E extends Endpoint>(url: string, token: string, endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
  const { body, ifMatch, ...address }: { body?: unknown; ifMatch?: string; params?: object; query?: object } = input
  const response = await fetch(url + urlOf(endpoint, address), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${await response.text()}`)
  // The contract's answer.
  return (await response.json()) as ResponseOf<E>
}

/** Once for each tenant, which later runs find as it is. */
async function giveRoles(url: string, token: string): Promise<void> {
  const { items } = await answerOf(url, token, listGroups, { query: { include: ['Roles'], limit: 100 } })
  for (const [groupName, actions] of roles) {
    const group = items.find((one) => one.groupName === groupName)
    if (!group) throw new Error(`The tenant has no ${groupName}`)
    if ((group.roles ?? []).length > 0) continue
    const role = await answerOf(url, token, createRole, { body: { roleName: `Role of ${groupName}`, actions: [...actions] } })
    await answerOf(url, token, patchGroup, {
      params: { groupId: group.groupId },
      body: [{ operation: 'Add', targetProperty: 'RoleIds', value: [role.roleId] }],
      ifMatch: '*',
    })
  }
}

/** Someone leaves a group and joins it again. */
async function changeMembers(url: string, token: string): Promise<void> {
  const { items: groups } = await answerOf(url, token, listGroups, { query: { search: 'Group 4', limit: 1 } })
  const groupId = groups[0]?.groupId ?? ''
  const { items: users } = await answerOf(url, token, listUsers, { query: { groupId: [groupId], limit: 1 } })
  const userIds = users.map((user) => user.userId)
  for (const action of ['removeFromGroup', 'addToGroup'] as const)
    await answerOf(url, token, bulkUsers, { body: { userIds, change: { action, groupId } } })
}
