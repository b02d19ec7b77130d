import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exceptionsFrom } from '../../outgoing/address.ts'
import type { Completion, ProviderSetup, RelyingPartyKeyPair } from '../protocol.ts'
import { createSafeFetch } from '../../outgoing/safe-fetch.ts'
import { visitProvider } from '../../testing/federation/browser.ts'
import { type SamlProvider, startSamlProvider } from '../../testing/federation/saml-provider.ts'
import { createSaml } from './index.ts'
import { called, makeRelyingPartyKey, makeTools, posted, relyingPartyOf, setupOf } from '../../testing/federation/saml.ts'

/** Tests against a third-party provider: the npm package `samlp`. */

const fetch = createSafeFetch({ exceptions: exceptionsFrom(['127.0.0.0/8']) })
const saml = createSaml()
const now = () => new Date()
const ada = {
  nameId: 'ada-1815',
  email: 'ada@northwind.example',
  givenName: 'Ada',
  familyName: 'Lovelace',
  groups: ['Steward admins', 'Analysts'],
}

let provider: SamlProvider
let key: RelyingPartyKeyPair
let tools = makeTools()

beforeAll(async () => {
  key = await makeRelyingPartyKey()
})
beforeEach(async () => {
  provider = await startSamlProvider({ users: { ada } })
  tools = makeTools()
  return () => provider.close()
})
afterAll(() => fetch.close())

async function connect(keys = [key]): Promise<ProviderSetup> {
  const { provider: described, checks } = await saml.readProvider({ kind: 'url', url: provider.metadataUrl }, { fetch, now })
  if (!described) throw new Error(JSON.stringify(checks))
  const setup = setupOf(described, relyingPartyOf(keys))
  provider.trust(saml.relyingPartyMetadata?.(setup.relyingParty, setup) ?? '')
  return setup
}

/** The whole flow: to the provider, through its form, and back. */
async function signIn(setup: ProviderSetup, cookies = new Map<string, string>()): Promise<Completion> {
  const begun = await saml.begin(setup, { flowId: 'flow-4711', loginHint: undefined, isTest: false }, tools)
  if (begun.departure.kind !== 'redirect') throw new Error('not a redirect')
  const { url, form = {} } = await visitProvider(begun.departure.url, { login: 'ada', password: 'x' }, cookies)
  expect(url.href).toBe(setup.relyingParty.responseUrl)
  const incoming = posted(url.href, form)
  expect(saml.flowIdOf(incoming)).toBe('flow-4711')
  return saml.complete(setup, begun.remember, incoming, tools)
}

const outcomeOf = (completion: Completion) => (completion.kind === 'accepted' ? 'accepted' : [completion.code, completion.parameters])

describe('signing in', () => {
  it('returns the identity', async () => {
    const completion = await signIn(await connect())
    expect(completion).toMatchObject({
      kind: 'accepted',
      identity: {
        subject: 'ada-1815',
        email: 'ada@northwind.example',
        givenName: 'Ada',
        familyName: 'Lovelace',
        groups: ['Steward admins', 'Analysts'],
        providerSession: { sessionId: expect.stringMatching(/^_/), details: { nameId: 'ada-1815' } },
      },
    })
    expect(completion.steps.map(({ code, outcome }) => `${code} ${outcome}`)).toEqual([
      'returned passed',
      'message_decoded passed',
      'destination passed',
      'signature passed',
      'issuer passed',
      'audience passed',
      'recipient passed',
      'in_response_to passed',
      'validity passed',
      'subject passed',
      'claims passed',
      'replay passed',
    ])
    expect(JSON.stringify(completion.steps)).not.toContain('PD94')
  })

  it('accepts signed assertions in an unsigned response', async () => {
    Object.assign(provider.settings, { signsResponse: false })
    expect(outcomeOf(await signIn(await connect()))).toBe('accepted')
  })

  it('accepts unsigned assertions only in a signed response, and only where that is allowed', async () => {
    Object.assign(provider.settings, { signsAssertion: false })
    const setup = await connect()
    expect(outcomeOf(await signIn(setup))).toEqual(['signature_missing', { part: 'assertion', reason: 'response_only' }])
    const lenient = { ...setup, acceptsResponseSignature: true }
    expect(await signIn(lenient)).toMatchObject({
      kind: 'accepted',
      identity: { subject: 'ada-1815', groups: ['Steward admins', 'Analysts'] },
    })
    Object.assign(provider.settings, { signsResponse: false })
    expect(outcomeOf(await signIn(lenient))).toEqual(['signature_missing', { part: 'assertion' }])
  })

  it('refuses SHA-1', async () => {
    Object.assign(provider.settings, { signatureAlgorithm: 'rsa-sha1' })
    expect(outcomeOf(await signIn(await connect()))).toEqual([
      'algorithm_refused',
      { part: 'response', algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    ])
  })

  it('refuses assertions for another audience', async () => {
    const setup = await connect()
    Object.assign(provider.settings, { overrides: { audience: 'https://other.example' } })
    expect(outcomeOf(await signIn(setup))).toEqual([
      'audience_wrong',
      { expected: setup.relyingParty.identifierUri, received: 'https://other.example' },
    ])
  })

  it('refuses a replayed response', async () => {
    const setup = await connect()
    const begun = await saml.begin(setup, { flowId: 'flow-1', loginHint: undefined, isTest: false }, tools)
    const { url, form = {} } = await visitProvider('url' in begun.departure ? begun.departure.url : '', { login: 'ada', password: 'x' })
    expect(outcomeOf(await saml.complete(setup, begun.remember, posted(url.href, form), tools))).toBe('accepted')
    expect(outcomeOf(await saml.complete(setup, begun.remember, posted(url.href, form), tools))).toEqual(['replayed', {}])
  })

  it('asks again for a test, even if the provider would sign in silently', async () => {
    const setup = await connect()
    const cookies = new Map<string, string>()
    await signIn(setup, cookies)
    const begin = async (isTest: boolean) => {
      const { departure } = await saml.begin(setup, { flowId: 'flow-1', loginHint: 'ada@northwind.example', isTest }, tools)
      const url = departure.kind === 'redirect' ? departure.url : ''
      expect(new URL(url).searchParams.get('login_hint')).toBe('ada@northwind.example')
      const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
      return (await globalThis.fetch(url, { headers })).text()
    }
    expect(await begin(true)).toContain('name="password"')
    expect(await begin(false)).toContain('name="SAMLResponse"')
  })
})

describe('requests', () => {
  it('are signed if the provider wants it', async () => {
    Object.assign(provider.settings, { wantsSignedRequests: true })
    const setup = await connect()
    expect(outcomeOf(await signIn(setup))).toBe('accepted')
    const unsigned = { ...setup, details: { ...setup.details, wantsSignedRequests: false } }
    await expect(signIn(unsigned)).rejects.toThrow('MUST be signed')
  })

  it('are posted if the provider supports nothing else', async () => {
    Object.assign(provider.settings, { wantsSignedRequests: true })
    const setup = await connect()
    const signInPost = { ...setup, details: { ...setup.details, signIn: { post: `${provider.origin}/sso` } } }
    const begun = await saml.begin(signInPost, { flowId: 'flow-1', loginHint: undefined, isTest: false }, tools)
    if (begun.departure.kind !== 'form') throw new Error('not a form')
    const { action, fields } = begun.departure
    const page = await (await globalThis.fetch(action, { method: 'POST', body: new URLSearchParams(fields) })).text()
    const pending = /name="pending" value="(\w+)"/.exec(page)?.[1] ?? ''
    const answer = await globalThis.fetch(`${provider.origin}/login`, {
      method: 'POST',
      body: new URLSearchParams({ pending, login: 'ada', password: 'x' }),
    })
    const response = /name="SAMLResponse"\s+value="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
    const completion = await saml.complete(
      signInPost,
      begun.remember,
      posted(setup.relyingParty.responseUrl, { SAMLResponse: response }),
      tools,
    )
    expect(outcomeOf(completion)).toBe('accepted')
  })
})

describe('encrypted assertions', () => {
  it.each(['aes256-gcm', 'aes256-cbc'] as const)('are read: %s', async (encryption) => {
    Object.assign(provider.settings, { encryption })
    const completion = await signIn(await connect())
    expect(completion).toMatchObject({ kind: 'accepted', identity: { subject: 'ada-1815' } })
    expect(completion.steps).toContainEqual(expect.objectContaining({ code: 'decrypted', outcome: 'passed' }))
  })

  it.each(['aes256-gcm', 'aes256-cbc'] as const)(
    'are read where only the response is signed, if that is allowed: %s',
    async (encryption) => {
      Object.assign(provider.settings, { encryption, signsAssertion: false })
      const setup = await connect()
      expect(outcomeOf(await signIn(setup))).toEqual(['signature_missing', { part: 'assertion', reason: 'response_only' }])
      expect(outcomeOf(await signIn({ ...setup, acceptsResponseSignature: true }))).toBe('accepted')
      Object.assign(provider.settings, { encryption, signsResponse: false })
      expect(await signIn({ ...setup, acceptsResponseSignature: true })).toMatchObject({ kind: 'refused', code: 'signature_missing' })
    },
  )

  it('are decrypted with a key that no longer signs', async () => {
    Object.assign(provider.settings, { encryption: 'aes256-gcm' })
    await connect()
    const next = await makeRelyingPartyKey()
    const setup = await connect([next, { ...key, status: 'previous' }])
    // The provider still has the previous metadata.
    provider.trust(saml.relyingPartyMetadata?.(relyingPartyOf([key]), setup) ?? '')
    expect(outcomeOf(await signIn(setup))).toBe('accepted')
    expect(outcomeOf(await signIn({ ...setup, relyingParty: relyingPartyOf([next]) }))).toEqual(['decryption_failed', {}])
  })

  it('with a cipher that does not detect changes are accepted only in a signed response', async () => {
    Object.assign(provider.settings, { encryption: 'aes256-cbc', signsResponse: false })
    expect(outcomeOf(await signIn(await connect()))).toEqual(['signature_missing', { part: 'response', reason: 'encrypted_cbc' }])
    Object.assign(provider.settings, { encryption: 'aes256-gcm' })
    expect(outcomeOf(await signIn(await connect()))).toBe('accepted')
  })
})

describe('certificates', () => {
  it('are replaced without interruption', async () => {
    const before = await connect()
    await provider.rotate()
    const between = await connect()
    expect(between.certificates).toHaveLength(2)
    expect(outcomeOf(await signIn(between))).toBe('accepted')
    await provider.rotate()
    expect(outcomeOf(await signIn(between))).toBe('accepted')
    expect(outcomeOf(await signIn(before))).toEqual(['signature_invalid', { part: 'response', reason: 'value' }])
    expect((await connect()).certificates).toHaveLength(1)
  })
})

describe('logging out', () => {
  it('works when started by us, with a response from the provider', async () => {
    const setup = await connect()
    const cookies = new Map<string, string>()
    const completion = await signIn(setup, cookies)
    if (completion.kind !== 'accepted') throw new Error('refused')
    const { subject, providerSession } = completion.identity
    const departure = await saml.logout(setup, subject, providerSession, tools)
    const { url } = await visitProvider(departure?.kind === 'redirect' ? departure.url : '', {}, cookies)
    expect(await saml.readLogout(setup, called(url), tools)).toEqual({ kind: 'done' })
    const forged = new URL(url)
    forged.searchParams.set('RelayState', 'other')
    expect(await saml.readLogout(setup, called(forged), tools)).toMatchObject({ kind: 'refused', code: 'signature_invalid' })
  })

  it('ends the session named by the provider, and is answered', async () => {
    const setup = await connect()
    const cookies = new Map<string, string>()
    const completion = await signIn(setup, cookies)
    if (completion.kind !== 'accepted') throw new Error('refused')
    const { url } = await visitProvider(provider.logoutUrl, {}, cookies)
    const ended = await saml.readLogout(setup, called(url), tools)
    expect(ended).toMatchObject({ kind: 'end', subject: 'ada-1815', sessionIds: [completion.identity.providerSession.sessionId] })
    if (ended.kind !== 'end' || ended.answer.kind !== 'depart' || ended.answer.departure.kind !== 'redirect') throw new Error('no answer')
    const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    expect(await (await globalThis.fetch(ended.answer.departure.url, { headers })).text()).toContain('Signed out')
    expect(await saml.readLogout(setup, called(url), tools)).toMatchObject({ kind: 'refused', code: 'replayed' })
  })
})
