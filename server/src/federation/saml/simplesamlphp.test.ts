import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exceptionsFrom } from '../../outgoing/address.ts'
import type { Completion, ProviderSetup, RelyingPartyKeyPair } from '../protocol.ts'
import { createSafeFetch } from '../../outgoing/safe-fetch.ts'
import { visitProvider } from '../../testing/federation/browser.ts'
import {
  type SimpleSamlPhp,
  type SimpleSamlPhpSettings,
  hasSimpleSamlPhp,
  startSimpleSamlPhp,
} from '../../testing/federation/simplesamlphp.ts'
import { createSaml } from './index.ts'
import { called, makeRelyingPartyKey, makeTools, posted, relyingPartyOf, setupOf } from '../../testing/federation/saml.ts'

/** Tests against Debian's SimpleSAMLphp, which reads our metadata itself and checks our signatures. */

const fetch = createSafeFetch({ exceptions: exceptionsFrom(['127.0.0.0/8']) })
const saml = createSaml()
const now = () => new Date()
const ada = { nameId: 'ada-1815', email: 'ada@northwind.example', givenName: 'Ada', familyName: 'Lovelace', groups: ['admins', 'analysts'] }
const typed = { username: 'ada', password: 'password' }

let provider: SimpleSamlPhp
let key: RelyingPartyKeyPair
const tools = makeTools()

async function connect(settings: SimpleSamlPhpSettings = {}): Promise<ProviderSetup> {
  const { provider: described, checks } = await saml.readProvider({ kind: 'url', url: provider.metadataUrl }, { fetch, now })
  if (!described) throw new Error(JSON.stringify(checks))
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  const setup = setupOf(described, relyingPartyOf([key]))
  const wantsSignedRequests = settings['validate.authnrequest'] === true
  await provider.trust(saml.relyingPartyMetadata?.(setup.relyingParty, setup) ?? '', settings)
  return { ...setup, details: { ...setup.details, wantsSignedRequests } }
}

async function signIn(setup: ProviderSetup, cookies = new Map<string, string>()): Promise<Completion> {
  const begun = await saml.begin(setup, { flowId: 'flow-4711', loginHint: undefined, isTest: false }, tools)
  if (begun.departure.kind !== 'redirect') throw new Error('not a redirect')
  const { url, form = {} } = await visitProvider(begun.departure.url, typed, cookies)
  expect(url.href).toBe(setup.relyingParty.responseUrl)
  return saml.complete(setup, begun.remember, posted(url.href, form), tools)
}

const outcomeOf = (completion: Completion) => (completion.kind === 'accepted' ? 'accepted' : [completion.code, completion.parameters])

describe.skipIf(!hasSimpleSamlPhp())('SimpleSAMLphp (skipped if not installed; npm test fetches it as root)', () => {
  beforeAll(async () => {
    key = await makeRelyingPartyKey()
    provider = await startSimpleSamlPhp({ ada })
  })
  afterAll(async () => {
    await provider.close()
    await fetch.close()
  })

  it('returns the identity', async () => {
    expect(await signIn(await connect())).toMatchObject({
      kind: 'accepted',
      identity: {
        subject: 'ada-1815',
        email: 'ada@northwind.example',
        givenName: 'Ada',
        familyName: 'Lovelace',
        groups: ['admins', 'analysts'],
        providerSession: { sessionId: expect.stringMatching(/^_/) },
      },
    })
  })

  it.each<[string, SimpleSamlPhpSettings]>([
    ['that wants signed requests', { 'validate.authnrequest': true }],
    ['that encrypts assertions', { 'assertion.encryption': true }],
    [
      'that encrypts assertions by GCM',
      { 'assertion.encryption': true, sharedkey_algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' },
    ],
    ['that signs assertions only', { 'saml20.sign.response': false }],
    ['that signs by SHA-512', { 'signature.algorithm': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }],
  ])('is understood as one %s', async (_name, settings) => {
    expect(outcomeOf(await signIn(await connect(settings)))).toBe('accepted')
  })

  it('refuses unsigned requests if it requires signed ones', async () => {
    const setup = await connect({ 'validate.authnrequest': true })
    await expect(signIn({ ...setup, details: { ...setup.details, wantsSignedRequests: false } })).rejects.toThrow('without a form')
  })

  it('is refused if it does not sign the assertion, unless that is allowed, or signs with SHA-1', async () => {
    const unsigned = await connect({ 'saml20.sign.assertion': false })
    expect(outcomeOf(await signIn(unsigned))).toEqual(['signature_missing', { part: 'assertion', reason: 'response_only' }])
    expect(outcomeOf(await signIn({ ...unsigned, acceptsResponseSignature: true }))).toBe('accepted')
    const algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    const weak = await connect({ 'signature.algorithm': algorithm })
    expect(outcomeOf(await signIn(weak))).toEqual(['algorithm_refused', { part: 'response', algorithm }])
  })

  it('replaces its certificate without interruption', async () => {
    const before = await connect()
    await provider.rotate()
    const between = await connect()
    expect([before.certificates.length, between.certificates.length]).toEqual([1, 2])
    await provider.rotate()
    expect(outcomeOf(await signIn(between))).toBe('accepted')
    expect(outcomeOf(await signIn(before))).toEqual(['signature_invalid', { part: 'response', reason: 'value' }])
  })

  it('understands our logout, and we understand its response', async () => {
    const setup = await connect()
    const cookies = new Map<string, string>()
    const completion = await signIn(setup, cookies)
    if (completion.kind !== 'accepted') throw new Error('refused')
    const { subject, providerSession } = completion.identity
    const departure = await saml.logout(setup, subject, providerSession, tools)
    const { url } = await visitProvider(departure?.kind === 'redirect' ? departure.url : '', {}, cookies)
    expect(await saml.readLogout(setup, called(url), tools)).toEqual({ kind: 'done' })
  })

  it('starts a logout that we understand, and understands our response', async () => {
    const setup = await connect()
    const cookies = new Map<string, string>()
    const completion = await signIn(setup, cookies)
    if (completion.kind !== 'accepted') throw new Error('refused')
    const { url } = await visitProvider(provider.logoutUrl, {}, cookies)
    const ended = await saml.readLogout(setup, called(url), tools)
    expect(ended).toMatchObject({ kind: 'end', subject: 'ada-1815', sessionIds: [completion.identity.providerSession.sessionId] })
    if (ended.kind !== 'end' || ended.answer.kind !== 'depart' || ended.answer.departure.kind !== 'redirect') throw new Error('no answer')
    const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const answer = await globalThis.fetch(ended.answer.departure.url, { headers, redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(`${provider.origin}/logout.php`)
  })
})
