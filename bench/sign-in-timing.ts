import { login } from '@steward/contract/session/endpoints'
import { urlOf } from '@steward/contract/http'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

/**
 * Whether response times reveal the reason for a refusal: unknown tenant, unknown user and wrong password in turn, each
 * account tried once so that no lockout interferes.
 */
export async function measure(): Promise<Section> {
  const server = await startServer({ environment: { STEWARD_TRUST_PROXY: 'loopback' } })
  const samples: Record<string, number[]> = { 'wrong password': [], 'unknown user': [], 'unknown tenant': [] }
  let attempts = 0
  const attempt = async (tenantName: string, username: string) => {
    attempts++
    const response = await fetch(server.url + urlOf(login, {}), {
      method: 'POST',
      // Each from its own address, because an address with too many failures is locked.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${attempts >> 8}.${attempts & 255}` },
      body: JSON.stringify({ tenantName, username, password: 'Wrong-horse-7-battery' }),
    })
    await response.arrayBuffer()
    if (response.status !== 401) throw new Error(`expected a refusal, got ${response.status}`)
  }
  const { tenantName, username } = server.credentials
  try {
    for (let round = 0; round < 200; round++) {
      // A successful sign-in of the known account clears its failures.
      samples['wrong password']?.push(await timed(() => attempt(tenantName, username)))
      samples['unknown user']?.push(await timed(() => attempt(tenantName, `nobody-${round}@nowhere.example`)))
      samples['unknown tenant']?.push(await timed(() => attempt(`nowhere-${round}`, username)))
      const inside = await fetch(server.url + urlOf(login, {}), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenantName, username, password: server.credentials.password }),
      })
      await inside.arrayBuffer()
    }
  } finally {
    await server.stop()
    removeData(server)
  }
  const reference = median(samples['wrong password'] ?? [])
  return {
    title: 'Response time of refused sign-ins',
    how: '200 of each kind, alternating, over HTTP',
    figures: Object.entries(samples).map(([kind, of]) => ({
      what: kind,
      measured: `p50 ${ms(median(of))}, p90 ${ms(percentile(of, 0.9))}, ${times(median(of) / reference)} of a wrong password`,
      goal: '0.9 to 1.1',
      met: Math.abs(median(of) / reference - 1) <= 0.1,
    })),
  }
}
