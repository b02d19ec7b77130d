import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { startServer } from '../server/src/testing/process.ts'
import { makeTemporaryDirectory } from '../server/src/testing/temporary.ts'
import { median, ms, timed } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareProvisioned, sendScim } from './lib/scim.ts'

/** A tenant has at most a hundred groups, including its own, so a thousand need eleven tenants (docs/adr/024). */
const tenantsOfLoad = 11
const groupsOfLoad = 1_000
const membersOfGroup = 20
/** Users of each tenant except the first, which gets the rest. */
const usersOfSmallTenant = 100
const concurrency = 8
const operationsOfBulk = 500
const bulksAtOnce = 4
/** Ten times the 25 requests per second that large providers send to a tenant. */
const goalPerSecond = 250
/** Changes of single users and members, of each kind at most. */
const singleChanges = 2_000
const singleGoalPerSecond = 150
/** As many operations as a Bulk can have. */
const operationsOfFullBulk = 1_000
const fullBulkGoalMs = 10_000
const patchMembers = 8_000
const patchGoalMs = 2_000

const given = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'John', 'Margaret', 'Ken']
const family = ['Okafor', 'Lindqvist', 'Tanaka', 'García', 'Novak', 'Silva', 'Haddad', 'Kowalski', 'Moreau', 'Nguyen']

const userBody = (index: number, domain: string) => {
  const email = `user-${index}@${domain}`
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: `external-${index}`,
    userName: email,
    active: true,
    displayName: `${given[index % 10]} ${family[Math.floor(index / 10) % 10]}`,
    name: { givenName: given[index % 10], familyName: family[Math.floor(index / 10) % 10] },
    emails: [{ primary: true, type: 'work', value: email }],
    title: 'Analyst',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Underwriting', employeeNumber: String(index) },
  }
}

const groupBody = (index: number, userIds: readonly string[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  externalId: `group-${index}`,
  displayName: `Provisioned ${index + 1}`,
  members: Array.from({ length: Math.min(membersOfGroup, userIds.length) }, (_, place) => ({
    value: userIds[(index * membersOfGroup + place) % userIds.length],
  })),
})

/** Runs `work` for 0 to `count` with limited concurrency. Returns the rate per second. */
async function rateOf(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<number> {
  let next = 0
  const spent = await timed(() =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < count) await work(next++)
      }),
    ),
  )
  return count / (spent / 1000)
}

interface Rates {
  users: number
  groups: number
}

interface Load {
  url: string
  tokens: readonly string[]
  users: number
  /** Ids of the users of each tenant, filled as they are created. */
  ids: string[][]
}

/** Splits evenly among the tenants, with one more for the first ones. */
const groupsOfTenant = (tenant: number) => Math.floor((groupsOfLoad + tenantsOfLoad - 1 - tenant) / tenantsOfLoad)

/** The tenants that users go to: the first tenant gets the remainder. */
function placesOf({ users, tokens }: Load): { tenant: number; index: number }[] {
  const small = Math.min(usersOfSmallTenant, Math.floor(users / tokens.length))
  return tokens.flatMap((_, tenant) =>
    Array.from({ length: tenant === 0 ? users - small * (tokens.length - 1) : small }, (_unused, index) => ({ tenant, index })),
  )
}

async function loadBySingleRequests(load: Load): Promise<Rates> {
  const { url, tokens, ids } = load
  const places = placesOf(load)
  const users = await rateOf(places.length, concurrency, async (at) => {
    const { tenant, index } = places[at] ?? { tenant: 0, index: 0 }
    const { body } = await sendScim(url, tokens[tenant] ?? '', 'POST', '/Users', userBody(index, 'single.example'))
    ids[tenant]?.push(body?.id ?? '')
  })
  const groups = await rateOf(groupsOfLoad, concurrency, async (at) => {
    const tenant = at % tokens.length
    await sendScim(url, tokens[tenant] ?? '', 'POST', '/Groups', groupBody(Math.floor(at / tokens.length), ids[tenant] ?? []))
  })
  return { users, groups }
}

async function loadByBulk(load: Load): Promise<Rates> {
  const { url, tokens, ids } = load
  const send = async (tenant: number, operations: { method: string; path: string; bulkId: string; data: object }[]) => {
    const { body } = await sendScim(url, tokens[tenant] ?? '', 'POST', '/Bulk', { Operations: operations })
    const failed = body?.Operations?.find(({ status }) => status !== '201')
    if (failed) throw new Error(`A Bulk answered ${JSON.stringify(failed)}`)
    return (body?.Operations ?? []).map(({ location = '' }) => location.slice(location.lastIndexOf('/') + 1))
  }
  const batches = tokens.flatMap((_, tenant) => {
    const own = placesOf(load).filter((place) => place.tenant === tenant)
    return Array.from({ length: Math.ceil(own.length / operationsOfBulk) }, (_unused, at) =>
      own.slice(at * operationsOfBulk, (at + 1) * operationsOfBulk),
    )
  })
  const perBatch = await rateOf(batches.length, bulksAtOnce, async (at) => {
    const batch = batches[at] ?? []
    const tenant = batch[0]?.tenant ?? 0
    const operations = batch.map(({ index }) => ({
      method: 'POST',
      path: '/Users',
      bulkId: `u${index}`,
      data: userBody(index, 'bulk.example'),
    }))
    ids[tenant]?.push(...(await send(tenant, operations)))
  })
  const perTenant = await rateOf(tokens.length, bulksAtOnce, async (tenant) => {
    const data = Array.from({ length: groupsOfTenant(tenant) }, (_, index) => groupBody(index, ids[tenant] ?? []))
    await send(
      tenant,
      data.map((group, index) => ({ method: 'POST', path: '/Groups', bulkId: `g${index}`, data: group })),
    )
  })
  return { users: (perBatch * load.users) / batches.length, groups: (perTenant * groupsOfLoad) / tokens.length }
}

/** A PATCH that adds many members to five groups in turn. No user loses access, so the deprovisioning limit doesn't apply. */
async function patchGroups(url: string, token: string, userIds: readonly string[]): Promise<number[]> {
  const { body } = await sendScim(url, token, 'GET', '/Groups?count=5&excludedAttributes=members')
  const value = userIds.slice(0, patchMembers).map((id) => ({ value: id }))
  const spent: number[] = []
  for (const { id } of body?.Resources ?? []) {
    const operations = { Operations: [{ op: 'add', path: 'members', value }] }
    spent.push(await timed(() => sendScim(url, token, 'PATCH', `/Groups/${id}`, operations)))
  }
  return spent
}

const patch = (operation: object) => ({ Operations: [operation] })

interface SingleRates {
  addsToMany: number
  addsToOne: number
  deactivations: number
  deletions: number
  /** Milliseconds that one took. */
  longestDeletion: number
}

/** What providers send day by day: a member for a group, a user who leaves. The users are new and unused, so the limit doesn't apply. */
async function changeOneByOne(url: string, token: string, userIds: readonly string[]): Promise<SingleRates> {
  const { body } = await sendScim(url, token, 'GET', '/Groups?count=100&excludedAttributes=members')
  // The first five have got many members by one request.
  const groups = (body?.Resources ?? []).slice(5).map(({ id }) => id)
  const count = Math.min(singleChanges, Math.floor(userIds.length / 3))
  const [adding, leaving, deleted] = [0, 1, 2].map((third) => userIds.toReversed().slice(third * count, (third + 1) * count))
  const each = (ids: readonly string[] = [], work: (id: string, index: number) => Promise<unknown>) =>
    rateOf(ids.length, concurrency, async (index) => void (await work(ids[index] ?? '', index)))
  const addTo = (group: string | undefined, id: string) =>
    sendScim(url, token, 'PATCH', `/Groups/${group}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }))
  let longestDeletion = 0
  const rates = {
    addsToMany: await each(adding, (id, index) => addTo(groups[1 + (index % (groups.length - 1))], id)),
    addsToOne: await each(adding, (id) => addTo(groups[0], id)),
    deactivations: await each(leaving, (id) =>
      sendScim(url, token, 'PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })),
    ),
    deletions: await each(deleted, async (id) => {
      const spent = await timed(() => sendScim(url, token, 'DELETE', `/Users/${id}`))
      longestDeletion = Math.max(longestDeletion, spent)
    }),
  }
  return { ...rates, longestDeletion }
}

/** A Bulk that creates as many users as fit, and one that deletes them. */
async function fillBulks(url: string, token: string): Promise<{ creatingMs: number; deletingMs: number }> {
  const operations = Array.from({ length: operationsOfFullBulk }, (_, index) => ({
    method: 'POST',
    path: '/Users',
    bulkId: `u${index}`,
    data: { userName: `full-${index}@bulk.example`, name: { givenName: 'Ada', familyName: 'Okafor' }, active: true },
  }))
  const send = async (sent: object[]) => {
    let answered: Awaited<ReturnType<typeof sendScim>>['body']
    const spent = await timed(async () => void ({ body: answered } = await sendScim(url, token, 'POST', '/Bulk', { Operations: sent })))
    const results = answered?.Operations ?? []
    const failed = results.find(({ status }) => !status.startsWith('2'))
    if (failed || results.length < sent.length) throw new Error(`A Bulk answered ${JSON.stringify(failed ?? results.length)}`)
    return { spent, paths: results.map(({ location = '' }) => location.slice(location.lastIndexOf('/Users/'))) }
  }
  const created = await send(operations)
  const deleted = await send(created.paths.map((path) => ({ method: 'DELETE', path })))
  return { creatingMs: created.spent, deletingMs: deleted.spent }
}

/** A provider's initial load by single requests and by Bulk, a group that gets many members in one request, and what follows day by day. */
export async function measure({ users = 100_000 }: { users?: number } = {}): Promise<Section> {
  const directory = makeTemporaryDirectory('steward-bench-')
  const dataDir = join(directory, 'data')
  try {
    const tokens = await prepareProvisioned(dataDir, tenantsOfLoad * 2)
    const server = await startServer({ dataDir })
    try {
      const load = (from: number): Load => {
        const own = tokens.slice(from, from + tenantsOfLoad)
        return { url: server.url, tokens: own, users, ids: own.map(() => []) }
      }
      const [single, bulk] = [load(0), load(tenantsOfLoad)]
      const bySingle = await loadBySingleRequests(single)
      const byBulk = await loadByBulk(bulk)
      const spent = await patchGroups(server.url, single.tokens[0] ?? '', single.ids[0] ?? [])
      const oneByOne = await changeOneByOne(server.url, single.tokens[0] ?? '', single.ids[0] ?? [])
      const full = await fillBulks(server.url, bulk.tokens[1] ?? '')
      const size = Math.min(patchMembers, single.ids[0]?.length ?? 0)
      return {
        title: 'Provisioning by SCIM',
        how: `An empty tenant gets ${users.toLocaleString('en')} users and ${tenantsOfLoad} tenants together ${groupsOfLoad.toLocaleString('en')} groups of ${membersOfGroup} members, by single requests, ${concurrency} concurrent, then the same again by Bulk of ${operationsOfBulk} operations, ${bulksAtOnce} concurrent; then, by single requests, up to ${singleChanges.toLocaleString('en')} changes of each kind; client, server and database on one machine`,
        figures: [
          rate('users by single requests', bySingle.users),
          rate('groups by single requests', bySingle.groups),
          rate('users by Bulk', byBulk.users),
          rate('groups by Bulk', byBulk.groups),
          {
            what: `a PATCH that adds ${size.toLocaleString('en')} members, median of ${spent.length}`,
            measured: ms(median(spent)),
            goal: ms(patchGoalMs),
            met: median(spent) < patchGoalMs,
          },
          rate('single members added, each group with few others', oneByOne.addsToMany, singleGoalPerSecond),
          rate('single members added to one group', oneByOne.addsToOne, singleGoalPerSecond),
          rate('users deactivated', oneByOne.deactivations, singleGoalPerSecond),
          rate('users deleted', oneByOne.deletions, singleGoalPerSecond),
          { what: 'users deleted: the longest one took', measured: ms(oneByOne.longestDeletion) },
          fullBulk('creates', full.creatingMs),
          fullBulk('deletes', full.deletingMs),
        ],
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const fullBulk = (verb: string, spentMs: number): Figure => ({
  what: `a Bulk that ${verb} ${operationsOfFullBulk.toLocaleString('en')} users`,
  measured: ms(spentMs),
  goal: ms(fullBulkGoalMs),
  met: spentMs < fullBulkGoalMs,
})

const rate = (what: string, perSecond: number, goal = goalPerSecond): Figure => ({
  what: `${what}, operations per second`,
  measured: perSecond.toFixed(0),
  goal: `≥ ${goal}`,
  met: perSecond >= goal,
})
