import { login } from '@steward/contract/session/endpoints'
import { availableParallelism } from 'node:os'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { createHasher } from '../server/src/session/hasher.ts'
import { post } from './lib/api.ts'
import { median, ratePerSecond } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

/** Sign-ins per second against bare password checks on the same machine, alternating in one run. */
export async function measure(): Promise<Section> {
  const hasher = createHasher()
  const password = 'Correct-horse-7-battery'
  const hash = await hasher.hash(password)
  const server = await startServer()
  const { tenantName, username, password: known } = server.credentials
  const signIn = async () => {
    const status = await post(server.url + login.path, { tenantName, username, password: known })
    if (status !== 200) throw new Error(`sign-in answered ${status}`)
  }
  const bare: number[] = []
  const signIns: number[] = []
  try {
    for (let round = 0; round < 15; round++) {
      bare.push(await ratePerSecond(() => hasher.verify(hash, password), hasher.concurrency, 2))
      signIns.push(await ratePerSecond(signIn, hasher.concurrency * 8, 2))
    }
  } finally {
    await hasher.close()
    await server.stop()
    removeData(server)
  }
  const ratios = signIns.map((rate, index) => rate / (bare[index] ?? Number.NaN))
  return {
    title: 'Sign-ins',
    how: `argon2id (${hasher.cost.memoryCost / 1024} MiB, ${hasher.cost.timeCost} passes), ${hasher.concurrency} concurrent on ${availableParallelism()} cores; fifteen turns of two seconds each, medians`,
    figures: [
      { what: 'bare password checks per second', measured: median(bare).toFixed(1) },
      { what: 'sign-ins per second over HTTP, including everything they write', measured: median(signIns).toFixed(1) },
      { what: 'ratio by turn', measured: median(ratios).toFixed(2), goal: '≥ 0.9', met: median(ratios) >= 0.9 },
    ],
  }
}
