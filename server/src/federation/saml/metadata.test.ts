import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exceptionsFrom, noExceptions } from '../../outgoing/address.ts'
import { createSafeFetch } from '../../outgoing/safe-fetch.ts'
import { type KeyPair, makeKeyPair } from '../../testing/federation/saml-provider.ts'
import { derOf } from '../../testing/federation/saml-provider-web.ts'
import { createSaml } from './index.ts'
import { readMetadata } from './metadata.ts'
import { metadataNs, postBinding, protocolNs, redirectBinding, signatureNs } from './names.ts'
import { makeRelyingPartyKey, relyingPartyOf } from '../../testing/federation/saml.ts'
import { messageLimits, parseXml } from './xml.ts'

const now = new Date()
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)

let key: KeyPair
let next: KeyPair
beforeAll(async () => {
  key = await makeKeyPair('idp.example', { notAfterDate: days(365) })
  next = await makeKeyPair('next.idp.example', { notAfterDate: days(30) })
})

const descriptor = ({ certificate }: KeyPair, use = 'use="signing"') =>
  `<KeyDescriptor ${use}><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>\n${derOf(certificate)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
const service = (name: string, binding: string, location: string, more = '') =>
  `<${name} Binding="${binding}" Location="${location}"${more}/>`
const signInServices = () => service('SingleSignOnService', redirectBinding, 'https://idp.example/sso?tenant=1&amp;x=2')
const entity = (inside: string, { id = 'https://idp.example/metadata', attributes = '', role = '' } = {}) =>
  `<EntityDescriptor xmlns="${metadataNs}" entityID="${id}" ${attributes}><!-- of the provider -->` +
  `<IDPSSODescriptor protocolSupportEnumeration="${protocolNs}" ${role}>${inside}</IDPSSODescriptor></EntityDescriptor>`

const failures = (text: string) => readMetadata(text, now).checks.filter(({ outcome }) => outcome !== 'passed')
const unreadable = (reason: string) => [
  { code: 'readable', outcome: 'failed', parameters: expect.objectContaining({ protocol: 'saml', reason }) },
]

describe('metadata', () => {
  it('describes the provider, its endpoints and its signing certificates', () => {
    const services =
      signInServices() +
      service('SingleSignOnService', postBinding, 'https://idp.example/post') +
      service('SingleSignOnService', 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP', 'https://idp.example/soap') +
      service('SingleLogoutService', postBinding, 'https://idp.example/logout', ' ResponseLocation="https://idp.example/logged-out"')
    const text = entity(descriptor(key) + descriptor(next, '') + descriptor(next, 'use="encryption"') + services, {
      role: 'WantAuthnRequestsSigned="true"',
    })
    const { provider, checks } = readMetadata(text, now)
    expect(provider).toMatchObject({
      protocol: 'saml',
      issuer: 'https://idp.example/metadata',
      endpoints: { signIn: 'https://idp.example/sso?tenant=1&x=2', logout: 'https://idp.example/logout' },
      certificates: [{ subject: 'CN=idp.example' }, { subject: 'CN=next.idp.example' }],
      details: {
        signIn: { redirect: 'https://idp.example/sso?tenant=1&x=2', post: 'https://idp.example/post' },
        logout: { post: 'https://idp.example/logout', postAnswer: 'https://idp.example/logged-out' },
        wantsSignedRequests: true,
      },
    })
    expect(checks.map(({ code, outcome }) => `${code} ${outcome}`)).toEqual([
      'readable passed',
      'issuer passed',
      'certificate passed',
      'certificate warning',
      'logout passed',
    ])
  })

  it('can contain several entities, but only one provider', () => {
    const provider = entity(descriptor(key) + signInServices())
    const consumer = `<EntityDescriptor xmlns="${metadataNs}" entityID="https://sp.example"/>`
    const group = (...inside: string[]) => `<EntitiesDescriptor xmlns="${metadataNs}">${inside.join('')}</EntitiesDescriptor>`
    expect(readMetadata(group(consumer, provider), now).provider?.issuer).toBe('https://idp.example/metadata')
    const second = entity(descriptor(key) + signInServices(), { id: 'https://other.example' })
    expect(failures(group(provider, second))).toEqual([
      {
        code: 'readable',
        outcome: 'failed',
        parameters: {
          protocol: 'saml',
          reason: 'several_providers',
          count: 2,
          issuers: 'https://idp.example/metadata, https://other.example',
        },
      },
    ])
    expect(failures(consumer)).toEqual(unreadable('no_provider'))
  })

  it.each([
    ['is no XML', '{"issuer":"https://idp.example"}', 'not_well_formed'],
    ['is something else', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'not_metadata'],
    ['has a document type', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${entity('&f;')}`, 'document_type'],
    ['has entities', entity('&f;'), 'not_well_formed'],
    ['is too large', entity(`<!--${'x'.repeat(1_100_000)}-->`), 'too_large'],
    ['is too deep', entity('<Extensions>'.repeat(100) + '</Extensions>'.repeat(100)), 'too_deep'],
    ['is of another version', entity('').replace(protocolNs, 'urn:oasis:names:tc:SAML:1.1:protocol'), 'no_provider'],
    ['has ended', entity('', { attributes: `validUntil="${days(-1).toISOString()}"` }), 'metadata_expired'],
    ['has ended in its role', entity('', { role: `validUntil="${days(-1).toISOString()}"` }), 'metadata_expired'],
    ['ends some time', entity('', { attributes: 'validUntil="tomorrow"' }), 'metadata_expired'],
  ])('that %s is refused', (_name, text, reason) => {
    expect(failures(text)).toEqual(unreadable(reason))
    expect(readMetadata(text, now).provider).toBeUndefined()
  })

  it('is unusable without an endpoint or a certificate', () => {
    const codes = (text: string) => failures(text).flatMap(({ code, outcome }) => (outcome === 'failed' ? [code] : []))
    expect(codes(entity(descriptor(key)))).toEqual(['endpoint_missing'])
    expect(codes(entity(signInServices() + descriptor(key, 'use="encryption"')))).toEqual(['certificate_missing'])
    expect(codes(entity(descriptor(key) + signInServices(), { id: '' }))).toEqual(['issuer'])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/sso', ''])('does not send browsers to %s', (location) => {
    const text = entity(descriptor(key) + service('SingleSignOnService', redirectBinding, location))
    expect(failures(text)).toContainEqual(expect.objectContaining({ code: 'endpoint', outcome: 'failed' }))
    expect(readMetadata(text, now).provider?.endpoints.signIn).toBeNull()
  })

  it('is accepted if one certificate is valid', async () => {
    const ended = await makeKeyPair('ended', { notBeforeDate: days(-20), notAfterDate: days(-1) })
    const early = await makeKeyPair('early', { notBeforeDate: days(10), notAfterDate: days(900) })
    const weak = await makeKeyPair('weak', { keySize: 1024, notAfterDate: days(900) })
    const found = (...keys: KeyPair[]) =>
      failures(entity(keys.map((one) => descriptor(one)).join('') + signInServices()))
        .filter(({ code }) => code === 'certificate')
        .map(({ outcome, parameters }) => `${parameters['reason']} ${outcome}`)
    expect(found(ended)).toEqual(['expired warning'])
    expect(found(early)).toEqual(['not_yet_valid failed'])
    expect(found(weak)).toEqual(['weak_key failed'])
    expect(found(key, ended, early, weak)).toEqual(['expired warning', 'not_yet_valid warning', 'weak_key warning'])
    const all = entity([key, ended, early, weak].map((one) => descriptor(one)).join('') + signInServices())
    expect(readMetadata(all, now).provider?.certificates.map(({ subject }) => subject)).toEqual(['CN=idp.example', 'CN=ended', 'CN=early'])
    const nonsense = entity(descriptor({ ...key, certificate: 'AAAA' }) + signInServices())
    expect(failures(nonsense)).toContainEqual(expect.objectContaining({ code: 'certificate', outcome: 'failed' }))
  })
})

describe('metadata at a URL', () => {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  async function serve(answer: (path: string) => { status?: number; body?: string; headers?: Record<string, string> }): Promise<string> {
    const server = createServer((request, response) => {
      const { status = 200, body = '', headers = {} } = answer(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => server.close(resolve)))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  }

  function read(address: string, exceptions = exceptionsFrom(['127.0.0.0/8'])) {
    const fetch = createSafeFetch({ exceptions })
    closers.unshift(() => fetch.close())
    return createSaml().readProvider({ kind: 'url', url: address }, { fetch, now: () => new Date() })
  }

  it('is read, its clock compared, its endpoints probed', async () => {
    const origin: string = await serve((path) => ({
      ...(path === '/metadata'
        ? { body: entity(descriptor(key) + service('SingleSignOnService', redirectBinding, `${origin}/sso`)) }
        : { status: 405 }),
      headers: { date: days(0.01).toUTCString(), 'content-type': 'image/png' },
    }))
    const { provider, checks } = await read(`${origin}/metadata`)
    expect(provider?.endpoints.signIn).toBe(`${origin}/sso`)
    expect(checks).toContainEqual({ code: 'reachable', outcome: 'passed', parameters: { address: `${origin}/metadata` } })
    expect(checks).toContainEqual({ code: 'endpoint', outcome: 'passed', parameters: { endpoint: 'signIn', address: `${origin}/sso` } })
    const clock = checks.find(({ code }) => code === 'clock')
    expect([clock?.outcome, Math.round(Number(clock?.parameters['seconds']) / 10)]).toEqual(['warning', 86])
  })

  it('causes a warning for an endpoint that only browsers can reach, and an error for an unsafe one', async () => {
    const origin = await serve(() => ({
      body: entity(
        descriptor(key) +
          service('SingleSignOnService', redirectBinding, 'https://idp.invalid/sso') +
          service('SingleLogoutService', redirectBinding, 'https://user:secret@idp.example/logout'),
      ),
    }))
    const { checks } = await read(`${origin}/metadata`)
    const parameters = { endpoint: 'signIn', address: 'https://idp.invalid/sso', reason: 'unknown_host' }
    expect(checks).toContainEqual({ code: 'endpoint', outcome: 'warning', parameters })
    expect(checks).toContainEqual(
      expect.objectContaining({
        outcome: 'failed',
        parameters: expect.objectContaining({ endpoint: 'logout', reason: 'has_credentials' }),
      }),
    )
  })

  it('explains why it cannot be fetched', async () => {
    const origin = await serve(() => ({ status: 404 }))
    const reasonOf = async (...input: Parameters<typeof read>) => (await read(...input)).checks[0]?.parameters['reason']
    expect(await reasonOf(`${origin}/metadata`)).toBe('HTTP 404')
    expect(await reasonOf(`${origin}/metadata`, noExceptions)).toBe('not_https')
    expect(await reasonOf('https://169.254.169.254/latest/meta-data', noExceptions)).toBe('not_public')
  })
})

it('lists all our certificates for signing, and the active one for encryption', async () => {
  const [active, coming] = [await makeRelyingPartyKey(), await makeRelyingPartyKey('next')]
  const saml = createSaml()
  const text = saml.relyingPartyMetadata?.(relyingPartyOf([active, coming]), undefined) ?? ''
  const { root } = parseXml(text, messageLimits)
  const [role] = root.children
  expect(root.attributes.get('entityID')).toBe('https://steward.example/auth/federation/northwind')
  expect(Object.fromEntries(role?.attributes ?? [])).toMatchObject({ AuthnRequestsSigned: 'false', WantAssertionsSigned: 'true' })
  const keys = role?.children.filter(({ name }) => name === 'KeyDescriptor').map(({ attributes }) => attributes.get('use'))
  expect(keys).toEqual(['signing', 'signing', 'encryption'])
  expect(text.split(derOf(active.certificate))).toHaveLength(3)
  expect(text.split(derOf(coming.certificate))).toHaveLength(2)
})
