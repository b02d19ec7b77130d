import type { CallInput } from '@steward/contract/http'
import { listUsers } from '@steward/contract/users/endpoints'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'
import { type SizedTenant, prepareTenants } from './lib/tenants.ts'

const sizes = [1_000, 100_000, 1_000_000]
const rounds = 150

type Input = CallInput<typeof listUsers>

/** Typical uses of the list; names differ from round to round, so that no cache helps. */
const requests: Record<string, (tenant: SizedTenant, round: number) => Input> = {
  'first page': () => ({ query: { include: ['Groups'] } }),
  'page in the middle': (tenant) => ({ query: { include: ['Groups'], offset: tenant.users / 2 } }),
  // Returns a full page in the smallest tenant too, so that the searches are compared and not the number of rows.
  'search for a name, 5 per page': (_, round) => ({ query: { include: ['Groups'], search: names[round % names.length], limit: 5 } }),
  'search for the start of a name, 20 per page': (_, round) => ({
    query: { include: ['Groups'], search: beginnings[round % beginnings.length], limit: 20 },
  }),
  'search for part of an address': (_, round) => ({ query: { search: `${names[round % names.length]?.slice(0, 4)}.` } }),
  'search for a part of a name': (_, round) => ({
    query: { include: ['Groups'], search: names[round % names.length]?.slice(1, 5), limit: 5 },
  }),
  'search for a part that no name has': () => ({ query: { search: 'xqzj' } }),
  'filter by status': () => ({ query: { userStatus: ['FORCE_CHANGE_PASSWORD'] } }),
  'filter by group': (tenant) => ({ query: { groupId: [tenant.groupId] } }),
  'sorted by last sign-in': () => ({ query: { sort: '-lastSignInTime' } }),
}
const names = ['lindgren', 'okafor', 'tanaka', 'moreau', 'petrov', 'garcia', 'nwosu', 'hansen', 'kaya', 'silva']
/** Each matches more than 20 of a thousand users, and some 25,000 to 90,000 of a million. */
const beginnings = ['ma', 'sa', 'ha', 'ca', 'ra', 'na', 'jo', 'an', 'mo', 'le']

/** The users list of tenants with 1,000, 100,000 and 1,000,000 users, alternating within one run. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants(sizes)
  const server = await startServer({ dataDir })
  try {
    const tokens = new Map<string, string>()
    for (const tenant of tenants) tokens.set(tenant.tenantName, await signIn(server.url, tenant))
    const figures = []
    for (const [what, inputOf] of Object.entries(requests)) {
      const samples = new Map<number, number[]>(sizes.map((size) => [size, []]))
      for (let round = -10; round < rounds; round++) {
        for (const tenant of tenants) {
          const token = tokens.get(tenant.tenantName) ?? ''
          const spent = await timed(() => read(server.url, token, listUsers, inputOf(tenant, Math.abs(round))))
          // The first rounds warm up the pool and the plans.
          if (round >= 0) samples.get(tenant.users)?.push(spent)
        }
      }
      const of = (size: number) => samples.get(size) ?? []
      const small = of(1_000)
      const large = of(1_000_000)
      const ratio50 = median(large) / median(small)
      const ratio95 = percentile(large, 0.95) / percentile(small, 0.95)
      figures.push({
        what,
        measured: `${sizes.map((size) => `${ms(median(of(size)))} / ${ms(percentile(of(size), 0.95))}`).join(' · ')} → ${times(ratio50)} / ${times(ratio95)}`,
        goal: '≤ 1.5×',
        met: ratio50 <= 1.5 && ratio95 <= 1.5,
      })
    }
    return {
      title: 'Users list by size of the tenant',
      how: `p50 / p95 over HTTP at 1,000 · 100,000 · 1,000,000 users, ${rounds} requests each, alternating; then the ratio of largest to smallest`,
      figures,
    }
  } finally {
    await server.stop()
    discard()
  }
}
