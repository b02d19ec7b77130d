import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Incoming, ProviderLogout, ProviderSetup } from '../protocol.ts'
import { type KeyPair, makeKeyPair } from '../../testing/federation/saml-provider.ts'
import { derOf } from '../../testing/federation/saml-provider-web.ts'
import { signRsaSha256 } from './algorithms.ts'
import { readCertificate } from './certificates.ts'
import type { SamlDetails } from './details.ts'
import { at, issuer, self, signed } from '../../testing/federation/saml-forging.ts'
import { beginLogout, readLogout } from './logout.ts'
import { assertionNs, nameIdFormat, protocolNs, rsaSha256 } from './names.ts'
import { called, makeRelyingPartyKey, makeTools, posted, relyingPartyOf } from '../../testing/federation/saml.ts'

let key: KeyPair
let other: KeyPair
let setup: ProviderSetup
const details: SamlDetails = { signIn: {}, logout: { redirect: 'https://idp.example/logout?x=1' }, wantsSignedRequests: false }

beforeAll(async () => {
  key = await makeKeyPair('idp.example')
  other = await makeKeyPair('idp.example')
  const read = readCertificate(derOf(key.certificate))
  if (!read) throw new Error('no certificate')
  setup = {
    relyingParty: relyingPartyOf([await makeRelyingPartyKey()]),
    protocol: 'saml',
    issuer,
    endpoints: { signIn: null, token: null, userInfo: null, keys: null, logout: null },
    certificates: [read.certificate],
    details,
    claimNames: {},
    clientId: null,
    clientSecret: null,
    assertionAudience: 'issuer',
    acceptsResponseSignature: false,
    asksPersistentNameId: true,
  }
})

const request = (attributes: Record<string, string> = {}, from = issuer) => {
  const all = { ID: '_logout', Version: '2.0', IssueInstant: at(0), Destination: `${self}/logout`, ...attributes }
  const text = Object.entries(all).map(([name, value]) => ` ${name}="${value}"`)
  return (
    `<samlp:LogoutRequest xmlns:samlp="${protocolNs}" xmlns:saml="${assertionNs}"${text.join('')}><saml:Issuer>${from}</saml:Issuer>` +
    '<saml:NameID>mallory</saml:NameID><samlp:SessionIndex>_one</samlp:SessionIndex><samlp:SessionIndex>_two</samlp:SessionIndex></samlp:LogoutRequest>'
  )
}

function redirected(text: string, by: KeyPair | undefined, { algorithm = rsaSha256, field = 'SAMLRequest' } = {}): Incoming {
  const parts = [`${field}=${encodeURIComponent(deflateRawSync(text).toString('base64'))}`, 'RelayState=a%20b']
  if (by) {
    parts.push(`SigAlg=${encodeURIComponent(algorithm)}`)
    parts.push(`Signature=${encodeURIComponent(signRsaSha256(by.privateKey, parts.join('&')))}`)
  }
  return called(`${self}/logout?${parts.join('&')}`)
}

const inPost = (text: string) => posted(`${self}/logout`, { SAMLRequest: Buffer.from(text).toString('base64') })
const receive = (incoming: Incoming, tools = makeTools()): Promise<ProviderLogout> => readLogout(setup, details, incoming, tools)
const codeOf = async (incoming: Incoming, tools = makeTools()) => {
  const result = await receive(incoming, tools)
  return result.kind === 'refused' ? result.code : result.kind
}

describe('a logout from the provider', () => {
  it('ends the sessions that it names, and is answered by redirect', async () => {
    const result = await receive(redirected(request(), key))
    expect(result).toMatchObject({ kind: 'end', subject: 'mallory', sessionIds: ['_one', '_two'] })
    const url = new URL(
      result.kind === 'end' && result.answer.kind === 'depart' && result.answer.departure.kind === 'redirect'
        ? result.answer.departure.url
        : '',
    )
    expect([url.origin + url.pathname, url.searchParams.get('x'), url.searchParams.get('RelayState')]).toEqual([
      'https://idp.example/logout',
      '1',
      'a b',
    ])
    expect(url.searchParams.has('Signature')).toBe(true)
  })

  it('can be posted with an embedded signature', async () => {
    expect(await codeOf(inPost(signed(request(), key, { element: 'LogoutRequest' })))).toBe('end')
  })

  it.each<[string, string, () => Incoming]>([
    ['not signed', 'signature_missing', () => redirected(request(), undefined)],
    ['not signed in a form', 'signature_missing', () => inPost(request())],
    ['signed by someone else', 'signature_invalid', () => redirected(request(), other)],
    ['signed by someone else in a form', 'signature_invalid', () => inPost(signed(request(), other, { element: 'LogoutRequest' }))],
    [
      'said to be signed by SHA-1',
      'algorithm_refused',
      () => redirected(request(), key, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    ],
    [
      'said to be signed by HMAC',
      'algorithm_refused',
      () => redirected(request(), key, { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256' }),
    ],
    ['of another issuer', 'issuer_wrong', () => redirected(request({}, 'https://other.example'), key)],
    ['for another address', 'destination_wrong', () => redirected(request({ Destination: 'https://other.example' }), key)],
    ['for no address', 'destination_wrong', () => redirected(request({ Destination: '' }), key)],
    ['from long ago', 'expired', () => redirected(request({ IssueInstant: at(-800) }), key)],
    ['that has ended', 'expired', () => redirected(request({ NotOnOrAfter: at(-200) }), key)],
    ['from the future', 'not_yet_valid', () => redirected(request({ IssueInstant: at(300) }), key)],
    ['sent as an answer', 'provider_answer_invalid', () => redirected(request(), key, { field: 'SAMLResponse' })],
    ['about nobody', 'subject_missing', () => redirected(request().replace('mallory', ''), key)],
    ['with a document type', 'xml_refused', () => redirected(`<!DOCTYPE x>${request()}`, key)],
    ['that unfolds without end', 'provider_answer_invalid', () => redirected('<x/>'.padEnd(5_000_000), key)],
  ])('%s is refused', async (_name, code, make) => {
    expect(await codeOf(make())).toBe(code)
  })

  it('with a transient name ends only the sessions that it names', async () => {
    const text = request().replace('<saml:NameID>', `<saml:NameID Format="${nameIdFormat.transient}">`)
    expect(await receive(redirected(text, key))).toMatchObject({ kind: 'end', subject: undefined, sessionIds: ['_one', '_two'] })
    const nameless = text.replace(/<samlp:SessionIndex>.*<\/samlp:SessionIndex>/, '')
    expect(await codeOf(redirected(nameless, key))).toBe('subject_missing')
  })

  it('works once', async () => {
    const tools = makeTools()
    expect(await codeOf(redirected(request(), key), tools)).toBe('end')
    expect(await codeOf(redirected(request(), key), tools)).toBe('replayed')
  })

  it('cannot be changed, or mixed with another', async () => {
    const changed = (change: (url: URL) => void) => {
      const { url } = redirected(request(), key)
      change(url)
      return called(url)
    }
    expect(await codeOf(changed((url) => url.searchParams.set('RelayState', 'x')))).toBe('signature_invalid')
    expect(await codeOf(changed((url) => url.searchParams.delete('RelayState')))).toBe('signature_invalid')
    expect(await codeOf(changed((url) => url.searchParams.append('SAMLRequest', 'x')))).toBe('signature_invalid')
    expect(await codeOf(changed((url) => url.searchParams.append('RelayState', 'x')))).toBe('signature_invalid')
    // The parsed parameters must be the signed ones, not others placed before them.
    const evil = deflateRawSync(request().replace('mallory', 'victim')).toString('base64')
    const before = (url: URL) => (url.search = `?SAMLRequest=${encodeURIComponent(evil)}&${url.search.slice(1)}`)
    expect(await codeOf(changed(before))).toBe('signature_invalid')
  })

  it.each(['SAML%52equest', '%53AMLRequest', 'SAMLRequest%00'])(
    'cannot be replaced under another spelling of its name: %s',
    async (name) => {
      const { url } = redirected(request(), key)
      const evil = encodeURIComponent(deflateRawSync(request({ ID: '_other' }).replace('mallory', 'victim')).toString('base64'))
      const results = [`?${name}=${evil}&${url.search.slice(1)}`, `${url.search}&${name}=${evil}`].map((search) =>
        receive(called(`${self}/logout${search}`)),
      )
      for (const result of await Promise.all(results)) expect(result).not.toMatchObject({ subject: 'victim' })
    },
  )
})

it('sends our own logout with a binding that the provider supports', () => {
  const session = { sessionId: '_one', details: { nameId: 'mallory', format: 'urn:x' } }
  expect(beginLogout(setup, { ...details, logout: {} }, 'mallory', session, new Date())).toBeUndefined()
  expect(beginLogout(setup, details, 'mallory', session, new Date())).toMatchObject({ kind: 'redirect' })
  const form = beginLogout(setup, { ...details, logout: { post: 'https://idp.example/post' } }, 'mallory', session, new Date())
  if (form?.kind !== 'form') throw new Error('not a form')
  const text = Buffer.from(form.fields['SAMLRequest'] ?? '', 'base64').toString()
  expect(text).toContain('<saml:NameID Format="urn:x">mallory</saml:NameID><samlp:SessionIndex>_one</samlp:SessionIndex>')
  expect(text).toContain('<ds:Signature')
})
