import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext, withTenant } from '../../db/tenant.ts'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { addAuthenticator, sealingOf } from '../../testing/factors.ts'
import { testClock } from '../../testing/session.ts'
import { findAccount } from '../queries.ts'
import { codeOf } from './codes.ts'
import { consumeProof } from './proofs.ts'
import { createFactorTools } from './tools.ts'

const clock = testClock()
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ now: clock.now })
})
afterAll(() => app?.close())

const stepMs = 30_000
const client = { address: undefined, userAgent: '', requestId: '' }

/** A code that is given some seconds after the one before, from a phone whose clock is some steps off. */
const given = fc.record({ seconds: fc.integer({ min: 0, max: 70 }), drift: fc.integer({ min: -2, max: 2 }) })

test('a code counts once, within one step, and never after a later one', async () => {
  const tenant = await app.buildTenant()
  const user = await app.buildUser(tenant)
  const { secret } = await addAuthenticator(app, await app.signIn(tenant, user), clock)
  let time = clock.now().getTime()
  let last = Math.floor(time / stepMs) - 2
  const tools = createFactorTools({ ...(await sealingOf(app)), now: () => new Date(time) })
  const give = (code: string) =>
    withTenant(app.db, systemContext(tenant.tenantId), async (tx) => {
      const account = await findAccount(tx, user.userId)
      return account && consumeProof(tx, tools, account, { kind: 'authenticator', code }, client)
    })
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 12 }), async (codes) => {
      for (const { seconds, drift } of codes) {
        time += seconds * 1000
        const step = Math.floor(time / stepMs) + drift
        // Codes of neighboring steps can be the same by chance.
        const around = [-3, -2, -1, 0, 1, 2, 3].map((off) => codeOf(secret, new Date(time + off * stepMs)))
        if (new Set(around).size < around.length) continue
        const isRight = Math.abs(drift) <= 1 && step > last
        expect(await give(codeOf(secret, new Date(time + drift * stepMs)))).toBe(isRight ? 'right' : 'wrong')
        if (isRight) last = step
      }
    }),
    { numRuns: 20 },
  )
})
