import { describe, expect, it } from 'vitest'
import { exampleFederation } from '@steward/contract/federation/examples'
import type { FederationAttempt } from '@steward/contract/federation/schemas'
import { attemptPage } from './attemptPage.ts'
import { metadataSchema, peopleSchema } from './schemas.ts'
import { clientBody, metadataValues, peopleBody, peopleValues, providerIdOf, sourceBody } from './setup.ts'

const setup = exampleFederation.active
if (setup === null) throw new Error('the example is active')

const faults = (result: { error?: { issues: { path: PropertyKey[]; code: string }[] } | undefined }) =>
  (result.error?.issues ?? []).map(({ path }) => path.join('.'))

describe('requests', () => {
  it('keep the secret entered before, and drop it for a client that signs', () => {
    const values = metadataValues(setup)
    expect(clientBody(values, 'oidc')).toEqual({ clientId: 'steward', clientSecretExpiresAt: null })
    expect(clientBody({ ...values, clientSecret: 'new', clientSecretExpires: '2027-01-31' }, 'oidc')).toEqual({
      clientId: 'steward',
      clientSecret: 'new',
      clientSecretExpiresAt: '2027-01-31T23:59:59.000Z',
    })
    expect(clientBody({ ...values, clientBy: 'key' }, 'oidc')).toEqual({
      clientId: 'steward',
      clientSecret: null,
      clientSecretExpiresAt: null,
      assertionAudience: 'issuer',
    })
    expect(clientBody({ ...values, clientBy: 'key_token_endpoint' }, 'oidc')).toMatchObject({ assertionAudience: 'token_endpoint' })
    expect(clientBody(values, 'saml')).toEqual({ acceptsResponseSignature: false })
  })

  it('include the URL or the file, and neither for a file uploaded before', () => {
    const values = metadataValues(setup)
    expect(sourceBody(values)).toEqual({ metadataUrl: setup.metadataUrl })
    expect(sourceBody({ ...values, source: 'file', metadata: '<xml/>' })).toEqual({ metadata: '<xml/>' })
    expect(sourceBody({ ...values, source: 'text', metadata: '<file/>', pasted: ' <xml/>\n' })).toEqual({ metadata: '<xml/>' })
    expect(sourceBody({ ...metadataValues({ ...setup, metadataUrl: null }) })).toEqual({})
  })

  it('leave out default claim names', () => {
    expect(peopleBody({ ...peopleValues(setup), claimGroups: ' roles ' }).claimNames).toEqual({ groups: 'roles' })
  })
})

describe('validation', () => {
  const needs = { protocol: 'oidc' as const, hasFile: false, hasSecret: false }
  const values = { ...metadataValues(null), providerName: 'Lab' }

  it('requires a valid URL, a client and its secret', () => {
    expect(faults(metadataSchema(needs).safeParse(values))).toEqual(['metadataUrl', 'clientId', 'clientSecret'])
    expect(faults(metadataSchema(needs).safeParse({ ...values, metadataUrl: 'ftp://x.example', clientId: 'a', clientBy: 'key' }))).toEqual([
      'metadataUrl',
    ])
    expect(faults(metadataSchema({ ...needs, protocol: 'saml' }).safeParse({ ...values, source: 'file' }))).toEqual(['metadata'])
    expect(faults(metadataSchema({ ...needs, protocol: 'saml' }).safeParse({ ...values, source: 'text' }))).toEqual(['pasted'])
    expect(faults(metadataSchema({ ...needs, protocol: 'saml', hasFile: true }).safeParse({ ...values, source: 'file' }))).toEqual([])
  })

  it.each([
    ['Steward admins', true],
    ["O'Neil_1.a-b", true],
    ['-admins', false],
    ['admins.', false],
    ['a/b', false],
  ])('the administrators’ group %s: %s (specification 2, section 5)', (adminGroupName, isValid) => {
    const people = { ...peopleValues(null), adminGroupName, adminUsername: 'ada' }
    expect(peopleSchema.safeParse(people).success).toBe(isValid)
  })
})

it('detects a provider by its URLs if it was renamed', () => {
  const named = { ...setup, providerName: 'Our login' }
  const supportedProviders = exampleFederation.supportedProviders.flatMap((okta) => [okta, { ...okta, id: 'generic', providerName: 'Any' }])
  const federation = { ...exampleFederation, supportedProviders }
  expect(providerIdOf(federation, { ...named, issuer: 'https://acme.okta.com' })).toBe('okta')
  expect(providerIdOf(federation, { ...named, issuer: 'https://login.acme.example' })).toBe('generic')
})

it('finds attempts by user, reason or reference, page by page', () => {
  const attempt = (number: number, more: Partial<FederationAttempt> = {}): FederationAttempt => ({
    attemptId: `0199c0de-aaaa-7c11-9d59-${String(number).padStart(12, '0')}`,
    kind: 'sign_in',
    at: '2026-03-14T09:26:53.589Z',
    isTest: false,
    providerName: 'Okta',
    protocol: 'oidc',
    outcome: 'success',
    refusal: null,
    username: `user${number}@company.example`,
    address: null,
    device: '',
    steps: [],
    ...more,
  })
  const refused = attempt(50, { outcome: 'failure', username: null, refusal: { code: 'email_missing', parameters: {} } })
  const all = [...Array.from({ length: 30 }, (_, index) => attempt(index)), refused]
  expect(attemptPage(all, { page: 2 })).toMatchObject({ count: 11, totalCount: 31 })
  expect(attemptPage(all, { q: 'EMAIL address' }).items).toEqual([refused])
  expect(attemptPage(all, { q: refused.attemptId }).items).toEqual([refused])
  expect(attemptPage(all, { outcome: 'failure' }).items).toEqual([refused])
  expect(attemptPage(all, { q: 'user7@' }).count).toBe(1)
})
