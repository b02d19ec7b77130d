import { availableParallelism } from 'node:os'
import { login } from '@steward/contract/session/endpoints'
import { signInWithCode } from '@steward/contract/session/factors'
import type { SignInAnswer } from '@steward/contract/session/factors-schemas'
import { createHasher } from '../server/src/session/hasher.ts'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { exchange, post } from './lib/api.ts'
import { type FactorPerson, nextCode, password, prepareFactorPeople } from './lib/factor-people.ts'
import { median, ratePerSecond } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

/** BENCH_TURNS makes a run shorter, for busy machines. */
const turns = Number(process.env['BENCH_TURNS'] ?? 15)
const turnSeconds = 2
/** Each has two codes at first, then one every 30 seconds. */
const people = 1_500

/** Sign-ins per second, with the password alone and with a code, against bare password checks on the same machine, alternating in one run. */
export async function measure(): Promise<Section> {
  const hasher = createHasher()
  const hash = await hasher.hash(password)
  const { dataDir, administrator, enrolled } = await prepareFactorPeople({ enrolled: people, plain: 0, due: 0 })
  const server = await startServer({ dataDir, environment: { STEWARD_TRUST_PROXY: 'loopback' } })
  const { tenantName, username } = administrator
  const signIn = async () => {
    const status = await post(server.url + login.path, { tenantName, username, password })
    if (status !== 200) throw new Error(`sign-in answered ${status}`)
  }
  let signInsWithCode = 0
  const withCode = async () => {
    const at = signInsWithCode++
    const person = enrolled[at % enrolled.length]
    const code = person && nextCode(person)
    if (!person || code === undefined) throw new Error('every code was used: there have to be more people')
    await signInWith(server.url, person, code, addressOf(at))
  }
  const bare: number[] = []
  const signIns: number[] = []
  const coded: number[] = []
  try {
    for (let turn = 0; turn < turns; turn++) {
      bare.push(await ratePerSecond(() => hasher.verify(hash, password), hasher.concurrency, turnSeconds))
      signIns.push(await ratePerSecond(signIn, hasher.concurrency * 8, turnSeconds))
      coded.push(await ratePerSecond(withCode, hasher.concurrency * 8, turnSeconds))
    }
  } finally {
    await hasher.close()
    await server.stop()
    removeData(server)
  }
  const ratioOf = (rates: readonly number[]) => median(rates.map((rate, turn) => rate / (bare[turn] ?? Number.NaN)))
  const [ratio, codeRatio] = [ratioOf(signIns), ratioOf(coded)]
  return {
    title: 'Sign-ins',
    how: `argon2id (${hasher.cost.memoryCost / 1024} MiB, ${hasher.cost.timeCost} passes), ${hasher.concurrency} concurrent on ${availableParallelism()} cores; ${turns} turns of two seconds each, medians. With a code: the password, then the code of an authenticator app, of ${people} people in turn`,
    figures: [
      { what: 'bare password checks per second', measured: median(bare).toFixed(1) },
      { what: 'sign-ins per second over HTTP, including everything they write', measured: median(signIns).toFixed(1) },
      { what: 'ratio by turn', measured: ratio.toFixed(2), goal: '≥ 0.9', met: ratio >= 0.9 },
      { what: 'sign-ins per second with a code', measured: median(coded).toFixed(1) },
      { what: 'ratio by turn, with a code', measured: codeRatio.toFixed(2), goal: '≥ 0.8', met: codeRatio >= 0.8 },
    ],
  }
}

/** Each sign-in from its own address, because an address sends few codes in a minute. */
const addressOf = (at: number) => `198.${18 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`

async function signInWith(url: string, { tenantName, username }: FactorPerson, code: string, address: string): Promise<void> {
  const first = await exchange(url + login.path, { tenantName, username, password }, { address })
  const answer = first.status === 200 ? (JSON.parse(first.text) as SignInAnswer) : undefined // the contract's answer
  if (!answer || !('next' in answer) || answer.next !== 'factor')
    throw new Error(`the password was answered ${first.status}: ${first.text}`)
  const body = { token: answer.token, kind: 'authenticator', code }
  const second = await exchange(url + signInWithCode.path, body, { address, cookie: first.cookie })
  if (second.status !== 200) throw new Error(`the code was answered ${second.status}: ${second.text}`)
}
