import { login } from '@steward/contract/session/endpoints'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { exchange } from './lib/api.ts'
import { type FactorPerson, password, prepareFactorPeople } from './lib/factor-people.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

/** BENCH_ROUNDS makes a run shorter, for busy machines. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200)
const wrong = 'Wrong-horse-7-battery'
/** From one address, so that it is locked there and nowhere else. */
const lockedFrom = '198.51.100.7'

type Named = Pick<FactorPerson, 'tenantName' | 'username'>

/**
 * Whether the time of the answer to a password reveals more than the answer: unknown tenant, unknown user and wrong passwords of
 * people with and without a second factor in turn; and whether a locked account tells that a password is right or that the user exists.
 * Each account is tried once in each way, so that no lockout interferes.
 */
export async function measure(): Promise<Section> {
  const { dataDir, administrator, enrolled, plain, due } = await prepareFactorPeople({ enrolled: rounds, plain: rounds, due: rounds })
  const environment = { STEWARD_TRUST_PROXY: 'loopback', STEWARD_SIGN_IN_FAILURES: '100000' }
  const server = await startServer({ dataDir, environment })
  let attempts = 0
  const send = async ({ tenantName, username }: Named, secret: string, expected: number, address?: string) => {
    attempts++
    // Each from its own address, because an address with too many failures is locked.
    const from = address ?? `198.${18 + (attempts >> 16)}.${(attempts >> 8) & 255}.${attempts & 255}`
    const { status, text } = await exchange(server.url + login.path, { tenantName, username, password: secret }, { address: from })
    if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${text}`)
  }
  /** Fails until the account is locked: a lock ends after a minute. */
  const lock = async (who: Named) => {
    for (let failures = 0; failures < 10; failures++) {
      const body = { tenantName: who.tenantName, username: who.username, password: wrong }
      const { status } = await exchange(server.url + login.path, body, { address: lockedFrom })
      if (status === lockedStatus) return
    }
    throw new Error(`${who.username} could not be locked`)
  }
  const nobody = { tenantName: administrator.tenantName, username: 'nobody@nowhere.example' }
  const attempt = {
    'wrong password': (at: number) => send(personOf(plain, at), wrong, 401),
    'wrong password of someone with a second factor': (at: number) => send(personOf(enrolled, at), wrong, 401),
    'wrong password where a second factor has to be set up': (at: number) => send(personOf(due, at), wrong, 401),
    'unknown user': (at: number) => send({ ...administrator, username: `nobody-${at}@nowhere.example` }, wrong, 401),
    'unknown tenant': (at: number) => send({ ...administrator, tenantName: `nowhere-${at}` }, wrong, 401),
    'right password of someone with a second factor': (at: number) => send(personOf(enrolled, at), password, 200),
    'right password where a second factor has to be set up': (at: number) => send(personOf(due, at), password, 200),
  }
  const locked = {
    'locked account, wrong password': () => send(administrator, wrong, lockedStatus, lockedFrom),
    'locked account, right password': () => send(administrator, password, lockedStatus, lockedFrom),
    'locked account of an unknown user': () => send(nobody, wrong, lockedStatus, lockedFrom),
  }
  const samples = new Map<string, number[]>()
  const sample = async (kind: string, work: () => Promise<void>) => {
    const of = samples.get(kind) ?? []
    samples.set(kind, of)
    of.push(await timed(work))
  }
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [kind, work] of Object.entries(attempt)) await sample(kind, () => work(round))
      await lock(administrator)
      await lock(nobody)
      for (const [kind, work] of Object.entries(locked)) await sample(kind, work)
    }
  } finally {
    await server.stop()
    removeData(server)
  }
  const medianOf = (kind: string) => median(samples.get(kind) ?? [])
  return {
    title: 'Response time of refused sign-ins',
    how: `${rounds} of each kind, alternating, over HTTP. A right password that a second factor follows is answered with the step, so its time tells nothing more`,
    figures: [...samples].map(([kind, of]) => {
      const reference = kind.startsWith('locked') ? 'locked account, wrong password' : 'wrong password'
      const ratio = median(of) / medianOf(reference)
      const measured = `p50 ${ms(median(of))}, p90 ${ms(percentile(of, 0.9))}, ${times(ratio)} of a ${reference}`
      return kind.startsWith('right')
        ? { what: kind, measured }
        : { what: kind, measured, goal: '0.9 to 1.1', met: Math.abs(ratio - 1) <= 0.1 }
    }),
  }
}

/** What a locked account is answered. */
const lockedStatus = 429

function personOf(people: readonly FactorPerson[], at: number): FactorPerson {
  const person = people[at]
  if (!person) throw new Error('there are as many people as rounds')
  return person
}
