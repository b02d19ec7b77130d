import { urlOf } from '@steward/contract/http'
import { getProfile, revokeOwnSession } from '@steward/contract/session/endpoints'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { openSession, read, signIn } from './lib/api.ts'
import { median, ms } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

const rounds = 30

// One token issuer for both servers.
const environment = { PUBLIC_URL: 'http://localhost' }

/** How soon another server process on the same database refuses a session that was ended on the first. */
export async function measure(): Promise<Section> {
  const first = await startServer({ environment })
  try {
    const second = await startServer({ dataDir: first.dataDir, environment })
    try {
      const times: number[] = []
      const staying = await signIn(first.url, first.credentials)
      for (let round = 0; round < rounds; round++) {
        const { accessToken, sessionId } = await openSession(first.url, first.credentials)
        // From here on the second process has cached the session.
        await read(second.url, accessToken, getProfile, {})
        const started = performance.now()
        const ended = await call(first.url + urlOf(revokeOwnSession, { params: { sessionId } }), 'DELETE', staying)
        if (ended.status !== 204) throw new Error(`${revokeOwnSession.id} answered ${ended.status}`)
        while ((await call(second.url + urlOf(getProfile, {}), 'GET', accessToken)).status !== 401);
        times.push(performance.now() - started)
      }
      const slowest = Math.max(...times)
      return {
        title: 'Another process',
        how: `Two server processes on one database; a session is ended over HTTP on one of them; the time from that request until the other, called repeatedly, refuses its token; ${rounds} rounds`,
        figures: [
          { what: 'until the other process refuses the session, median', measured: ms(median(times)) },
          {
            what: 'until the other process refuses the session, slowest round',
            measured: ms(slowest),
            goal: '< 1000 ms',
            met: slowest < 1_000,
          },
        ],
      }
    } finally {
      await second.stop()
    }
  } finally {
    await first.stop()
    removeData(first)
  }
}

async function call(url: string, method: string, token: string): Promise<Response> {
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return response
}
