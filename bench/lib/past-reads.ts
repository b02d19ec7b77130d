import { getPermissions } from '@steward/contract/access/endpoints'
import { getGroup, listGroups } from '@steward/contract/groups/endpoints'
import { type CallInput, type Endpoint, urlOf } from '@steward/contract/http'
import { listRoles } from '@steward/contract/roles/endpoints'
import { getUser, listUsers } from '@steward/contract/users/endpoints'
import { read } from './api.ts'
import { median, ms, percentile, timed } from './measure.ts'
import type { Figure } from './results.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const recordGoalMs = 200
const listGoalMs = 1_000
/** More than almost any group has: its figure has no goal. */
const largeGroup = 'a group of a quarter of the people'
const dayMs = 86_400_000

/** Records and lists of a tenant as of this many days ago, over HTTP. Each round reads other records. */
export async function measurePast(url: string, token: string, days: number): Promise<Figure[]> {
  const asOf = new Date(Date.now() - days * dayMs).toISOString()
  const sample = async <T>(endpoint: Endpoint, query: object): Promise<T[]> => {
    const response = await fetch(url + urlOf(endpoint, { query }), { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { items: T[] }).items
  }
  const users = await sample<{ userId: string; username: string }>(listUsers, { limit: 100, offset: 5_000 })
  const groups = await sample<{ groupId: string }>(listGroups, { limit: 20 })
  const of = <T>(list: readonly T[], round: number): T => {
    const one = list[round % list.length]
    if (one === undefined) throw new Error('The tenant has records')
    return one
  }
  const one =
    <E extends Endpoint>(endpoint: E, input: (round: number) => CallInput<E>) =>
    (round: number) =>
      read(url, token, endpoint, input(round))
  const records: Record<string, (round: number) => Promise<void>> = {
    'a user': one(getUser, (round) => ({ params: { userId: of(users, round).userId }, query: { asOf } })),
    'the permissions of a user': one(getPermissions, (round) => ({ query: { username: of(users, round).username, asOf } })),
    [largeGroup]: one(getGroup, (round) => ({ params: { groupId: of(groups, round).groupId }, query: { asOf } })),
  }
  const list = (query: CallInput<typeof listUsers>['query']) => one(listUsers, () => ({ query: { limit: 60, asOf, ...query } }))
  const lists: Record<string, (round: number) => Promise<void>> = {
    'users by name': list({ sort: 'username' }),
    'users, newest first': list({ sort: '-createdTime' }),
    'users with groups and roles': list({ include: ['Groups', 'Roles'] }),
    'users, 100 pages on': list({ offset: 6_000 }),
    'disabled users': list({ isDisabled: 'true' }),
    'users of a group': (round) => list({ groupId: [of(groups, round).groupId] })(round),
    'users by a word': list({ search: 'lindgren' }),
    groups: one(listGroups, () => ({ query: { limit: 60, include: ['Details'], asOf } })),
    roles: one(listRoles, () => ({ query: { limit: 60, include: ['Details'], asOf } })),
  }
  const measured = async (what: string, work: (round: number) => Promise<void>, goal: number | undefined): Promise<Figure> => {
    const spent: number[] = []
    for (let round = -2; round < rounds; round++) {
      try {
        const time = await timed(() => work(Math.abs(round)))
        if (round >= 0) spent.push(time)
      } catch (error) {
        if (!String(error).includes('took_too_long')) throw error
        return {
          what: `as of ${days} days ago: ${what}`,
          measured: 'not within the time limit',
          goal: `p95 < ${goal ?? listGoalMs} ms`,
          met: false,
        }
      }
    }
    const slow = percentile(spent, 0.95)
    process.stdout.write(`  ${what}: ${ms(median(spent))} / ${ms(slow)}\n`)
    const figure = { what: `as of ${days} days ago: ${what}`, measured: `${ms(median(spent))} / ${ms(slow)}` }
    return goal === undefined ? figure : { ...figure, goal: `p95 < ${goal} ms`, met: slow < goal }
  }
  const figures: Figure[] = []
  for (const [what, work] of Object.entries(records))
    figures.push(await measured(what, work, what === largeGroup ? undefined : recordGoalMs))
  for (const [what, work] of Object.entries(lists)) figures.push(await measured(what, work, listGoalMs))
  return figures
}
