import { beforeAll, describe, expect, it } from 'vitest'
import type { Completion, ProviderSetup } from '../protocol.ts'
import { type KeyPair, makeKeyPair } from '../../testing/federation/saml-provider.ts'
import { derOf } from '../../testing/federation/saml-provider-web.ts'
import { readCertificate } from './certificates.ts'
import {
  type AssertionParts,
  type ResponseParts,
  type SigningChoices,
  assertionXml,
  at,
  audience,
  ecdsaSha256,
  evilName,
  issuer,
  oddTransforms,
  requestId,
  responseWrappings,
  responseXml,
  self,
  signed,
  wrappings,
} from '../../testing/federation/saml-forging.ts'
import { assertionNs, enveloped, exclusive, nameIdFormat } from './names.ts'
import { completeSignIn } from './response.ts'
import { checkSignature } from './signature.ts'
import { makeRelyingPartyKey, makeTools, posted, relyingPartyOf } from '../../testing/federation/saml.ts'
import { everyElement, messageLimits, parseXml } from './xml.ts'

/** Which responses of a provider are accepted, and which are not. */

let key: KeyPair
let other: KeyPair
let setup: ProviderSetup

const certificateOf = ({ certificate }: KeyPair) => {
  const read = readCertificate(derOf(certificate))
  if (!read) throw new Error('no certificate')
  return read.certificate
}

beforeAll(async () => {
  key = await makeKeyPair('idp.example')
  other = await makeKeyPair('idp.example')
  setup = {
    relyingParty: relyingPartyOf([await makeRelyingPartyKey()]),
    protocol: 'saml',
    issuer,
    endpoints: { signIn: 'https://idp.example/sso', token: null, userInfo: null, keys: null, logout: null },
    certificates: [certificateOf(key)],
    details: { signIn: { redirect: 'https://idp.example/sso' }, logout: {}, wantsSignedRequests: false },
    claimNames: {},
    clientId: null,
    clientSecret: null,
    assertionAudience: 'issuer',
    acceptsResponseSignature: false,
    asksPersistentNameId: true,
  }
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const receive = (text: string, tools = makeTools(), to = setup): Promise<Completion> =>
  completeSignIn(to, { requestId }, posted(`${self}/acs`, { SAMLResponse: base64(text), RelayState: 'flow-4711' }), tools)

/** The result of a response: its subject, or why it was refused. */
async function outcomeOf(text: string, tools = makeTools(), to = setup): Promise<unknown> {
  const completion = await receive(text, tools, to)
  return completion.kind === 'accepted' ? completion.identity.subject : [completion.code, completion.parameters]
}

const answer = (assertion: Partial<AssertionParts> = {}, response: Partial<ResponseParts> = {}, choices: Partial<SigningChoices> = {}) =>
  signed(responseXml(assertionXml(assertion), response), key, choices)

it('accepts a signed assertion in a matching response', async () => {
  expect(await outcomeOf(answer())).toBe('mallory')
  expect(await outcomeOf(signed(answer(), key, { element: 'Response' }))).toBe('mallory')
})

/** With another first character in its digest. */
const withAnotherDigest = (text: string): string => text.replace(/(?<=<ds:DigestValue>)./, (character) => (character === 'x' ? 'y' : 'x'))

describe('an assertion is refused', () => {
  const expected = self
  const acs = `${self}/acs`
  it.each<[string, Partial<AssertionParts>, unknown]>([
    ['for others', { audiences: audience('https://other.example') }, ['audience_wrong', { expected, received: 'https://other.example' }]],
    ['for a longer name than ours', { audiences: audience(`${self}/x`) }, ['audience_wrong', { expected, received: `${self}/x` }]],
    ['for everybody', { audiences: '' }, ['audience_wrong', { expected, received: '' }]],
    [
      'for us and, at the same time, only for others',
      { audiences: audience(self) + audience('https://other.example') },
      ['audience_wrong', { expected, received: `${self}, https://other.example` }],
    ],
    [
      'sent elsewhere',
      { confirmation: { Recipient: 'https://other.example/acs' } },
      ['recipient_wrong', { expected: acs, received: 'https://other.example/acs' }],
    ],
    ['sent to no one', { confirmation: { Recipient: undefined } }, ['recipient_wrong', { expected: acs, received: '' }]],
    [
      'not for the bearer',
      { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
      ['recipient_wrong', { expected: acs, received: '' }],
    ],
    ['of another issuer', { issuer: 'https://other.example' }, ['issuer_wrong', { expected: issuer, received: 'https://other.example' }]],
    ['of an issuer that hides elements', { issuer: `${issuer}<x/>` }, ['issuer_wrong', { expected: issuer, received: '' }]],
    ['for another request', { confirmation: { InResponseTo: '_other' } }, ['in_response_to_wrong', { part: 'assertion' }]],
    ['for no request', { confirmation: { InResponseTo: undefined } }, ['unsolicited', { part: 'assertion' }]],
    ['after its confirmation ended', { confirmation: { NotOnOrAfter: at(-121) } }, ['expired', expect.anything()]],
    ['whose confirmation never ends', { confirmation: { NotOnOrAfter: undefined } }, ['expired', expect.anything()]],
    ['whose confirmation ends some time', { confirmation: { NotOnOrAfter: 'tomorrow' } }, ['expired', expect.anything()]],
    ['before its confirmation begins', { confirmation: { NotBefore: at(130) } }, ['not_yet_valid', expect.anything()]],
    ['after its conditions ended', { conditions: { NotOnOrAfter: at(-121) } }, ['expired', expect.anything()]],
    ['before its conditions begin', { conditions: { NotBefore: at(130) } }, ['not_yet_valid', expect.anything()]],
    ['after the session ended', { statement: `<saml:AuthnStatement SessionNotOnOrAfter="${at(-121)}"/>` }, ['expired', expect.anything()]],
    ['without a sign-in', { statement: '' }, ['provider_answer_invalid', { part: 'AuthnStatement' }]],
    [
      'with an unknown condition',
      { moreConditions: '<saml:Condition/>' },
      ['provider_answer_invalid', { part: 'conditions', element: 'Condition' }],
    ],
    ['of another version', { version: '1.1' }, ['provider_answer_invalid', { part: 'assertion' }]],
    ['about nobody', { nameId: '' }, ['subject_missing', { reason: 'no_name_id' }]],
    ['about a name that hides elements', { nameId: 'mallory<x/>' }, ['subject_missing', { reason: 'no_name_id' }]],
    ['about someone new each time', { nameIdFormat: nameIdFormat.transient }, ['subject_missing', { reason: 'transient' }]],
  ])('%s', async (_name, parts, refusal) => {
    expect(await outcomeOf(answer(parts))).toEqual(refusal)
  })

  it('not yet within the clock skew', async () => {
    const late = { confirmation: { NotOnOrAfter: at(-100) }, conditions: { NotBefore: at(100), NotOnOrAfter: at(-100) } }
    expect(await outcomeOf(answer(late))).toBe('mallory')
  })

  it('the second time', async () => {
    const tools = makeTools()
    const text = answer()
    expect(await outcomeOf(text, tools)).toBe('mallory')
    expect(await outcomeOf(text, tools)).toEqual(['replayed', {}])
    expect(await outcomeOf(signed(responseXml(assertionXml(), { id: '_another' }), key), tools)).toEqual(['replayed', {}])
    expect(await outcomeOf(answer({ id: '_next' }), tools)).toBe('mallory')
  })
})

describe('a response is refused', () => {
  it.each<[string, Partial<ResponseParts>, unknown]>([
    [
      'for another address',
      { destination: 'https://other.example/acs' },
      ['destination_wrong', { expected: `${self}/acs`, received: 'https://other.example/acs' }],
    ],
    ['of another issuer', { issuer: 'https://other.example' }, ['issuer_wrong', { expected: issuer, received: 'https://other.example' }]],
    ['for another request', { inResponseTo: '_other' }, ['in_response_to_wrong', { part: 'response' }]],
    ['that no one asked for', { inResponseTo: undefined }, ['unsolicited', { part: 'response' }]],
    ['of another version', { version: '1.1' }, ['provider_answer_invalid', { reason: 'version' }]],
    [
      'that says no',
      {
        status:
          '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode><samlp:StatusMessage>Cancelled</samlp:StatusMessage></samlp:Status>',
      },
      ['status_not_success', { status: 'Responder, AuthnFailed', message: 'Cancelled' }],
    ],
  ])('%s', async (_name, parts, refusal) => {
    expect(await outcomeOf(answer({}, parts))).toEqual(refusal)
  })

  it('that is signed without a destination', async () => {
    const text = signed(answer({}, { destination: undefined }), key, { element: 'Response' })
    expect(await outcomeOf(text)).toEqual(['destination_wrong', { expected: `${self}/acs`, received: '' }])
    expect(await outcomeOf(answer({}, { destination: undefined }))).toBe('mallory')
  })

  it('in a URL instead of a form', async () => {
    const incoming = { method: 'GET' as const, url: new URL(`${self}/acs?SAMLResponse=${encodeURIComponent(base64(answer()))}`), form: {} }
    expect(await completeSignIn(setup, { requestId }, incoming, makeTools())).toMatchObject({ code: 'provider_answer_invalid' })
  })

  it.each([
    ['nothing', {}, 'absent'],
    ['no base64', { SAMLResponse: '<x/>' }, 'encoding'],
    ['no UTF-8', { SAMLResponse: Buffer.from([0xff, 0xfe]).toString('base64') }, 'encoding'],
    ['two messages', { SAMLResponse: 'PHgvPg==', SAMLRequest: 'PHgvPg==' }, 'twice'],
    ['too much', { SAMLResponse: base64('x'.repeat(300_000)) }, 'too_large'],
  ])('that holds %s', async (_name, form: Record<string, string>, reason) => {
    const completion = await completeSignIn(setup, { requestId }, posted(`${self}/acs`, form), makeTools())
    expect(completion).toMatchObject({ code: 'provider_answer_invalid', parameters: { reason } })
  })
})

describe('XML is refused', () => {
  const bomb = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')
  it.each([
    ['with a document type', (text: string) => `<!DOCTYPE x>${text}`, 'document_type'],
    [
      'with entities within entities',
      (text: string) => `<!DOCTYPE x [<!ENTITY l0 "ha">${bomb}]>${text.replace('mallory', '&l9;')}`,
      'document_type',
    ],
    [
      'with an entity outside',
      (text: string) => `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${text.replace('mallory', '&f;')}`,
      'document_type',
    ],
    ['with an undeclared entity', (text: string) => text.replace('mallory', '&f;'), 'not_well_formed'],
    ['with processing instructions', (text: string) => `<?xml-stylesheet href="https://evil.example"?>${text}`, 'processing_instruction'],
    ['with comments', (text: string) => text.replace('mallory', 'mallory<!-- -->'), 'comment'],
    ['with a second root', (text: string) => `${text}<x/>`, 'not_well_formed'],
    ['with an undeclared prefix', (text: string) => text.replace('mallory', '<evil:x/>'), 'not_well_formed'],
    ['without an end', (text: string) => text.slice(0, -1), 'not_well_formed'],
    ['of endless depth', (text: string) => text.replace('mallory', '<x>'.repeat(100) + '</x>'.repeat(100)), 'too_deep'],
  ])('%s', async (_name, change, reason) => {
    expect(await outcomeOf(change(answer()))).toEqual(['xml_refused', { reason }])
  })

  it('with too many elements, before they take time and memory', async () => {
    const declared = Array.from({ length: 6_000 }, (_, index) => ` xmlns:a${index.toString(36)}="urn:a"`).join('')
    const reads = performance.now()
    expect(
      await outcomeOf(answer().replace('<samlp:Response ', `<samlp:Response${declared} `).replace('mallory', '<x/>'.repeat(10_000))),
    ).toEqual(['xml_refused', { reason: 'too_deep' }])
    // Copying all inherited namespaces for each took 15 seconds and more than a gigabyte.
    const copied = `<x${declared}>${'<y xmlns:z="urn:z"/>'.repeat(6_000)}</x>`
    expect(parseXml(copied, messageLimits).root.children).toHaveLength(6_000)
    expect(performance.now() - reads).toBeLessThan(8_000)
  })

  it('with a duplicate identifier, however it is spelled', async () => {
    for (const attribute of ['Id', 'id', 'xml:id']) {
      expect(await outcomeOf(answer().replace('<saml:AuthnStatement', `<saml:AuthnStatement ${attribute}="_assertion"`))).toEqual([
        'xml_refused',
        { reason: 'identifier_twice' },
      ])
    }
  })
})

it('cannot be made to truncate a signed name with a comment', async () => {
  // Signed as a whole, but truncated by parsers that take only the first text node (CVE-2017-11427).
  const text = answer({ nameId: 'victim@northwind.example.evil.example' })
  const cut = text.replace('victim@northwind.example.evil', 'victim@northwind.example<!---->.evil')
  expect(await outcomeOf(cut)).toEqual(['xml_refused', { reason: 'comment' }])
  const document = parseXml(cut, { ...messageLimits, areCommentsAllowed: true })
  const assertion = [...everyElement(document.root)].find(({ name }) => name === 'Assertion')
  const verdict = assertion && checkSignature(document, assertion, setup.certificates)
  const names = verdict?.kind === 'valid' ? [...everyElement(verdict.signed.root)].filter(({ name }) => name === 'NameID') : []
  expect(names.map((element) => element.text)).toEqual(['victim@northwind.example.evil.example'])
})

describe('signatures', () => {
  it('are required', async () => {
    expect(await outcomeOf(responseXml(assertionXml()))).toEqual(['signature_missing', { part: 'assertion' }])
    const onlyResponse = signed(responseXml(assertionXml()), key, { element: 'Response' })
    expect(await outcomeOf(onlyResponse)).toEqual(['signature_missing', { part: 'assertion', reason: 'response_only' }])
  })

  it('must be made by the provider, even if they include another certificate', async () => {
    const refusal = ['signature_invalid', { part: 'assertion', reason: 'value' }]
    expect(await outcomeOf(signed(responseXml(assertionXml()), other))).toEqual(refusal)
    expect(await outcomeOf(signed(responseXml(assertionXml()), other, { certificate: key.certificate }))).toEqual(refusal)
  })

  it('of the response are checked if present', async () => {
    const text = signed(answer(), other, { element: 'Response' })
    expect(await outcomeOf(text)).toEqual(['signature_invalid', { part: 'response', reason: 'value' }])
    const changed = signed(answer(), key, { element: 'Response' }).replace('IssueInstant="2', 'IssueInstant="3')
    expect(await outcomeOf(changed)).toEqual(['signature_invalid', { part: 'response', reason: 'value' }])
  })

  it.each([
    ['the name', (text: string) => text.replace('>mallory<', `>${evilName}<`)],
    ['a time', (text: string) => text.replace(/NotOnOrAfter="2/g, 'NotOnOrAfter="3')],
    ['the digest', withAnotherDigest],
    ['the value', (text: string) => text.replace(/(<ds:SignatureValue>)..../, '$1AAAA')],
    ['the value, emptied', (text: string) => text.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')],
  ])('cover %s', async (_name, change) => {
    expect(await outcomeOf(change(answer()))).toEqual(['signature_invalid', { part: 'assertion', reason: 'value' }])
  })

  it.each([
    ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', {}],
    ['http://www.w3.org/2000/09/xmldsig#hmac-sha1', {}],
  ])('by %s are refused', async (algorithm, choices) => {
    expect(await outcomeOf(answer({}, {}, { algorithm, ...choices }))).toEqual(['algorithm_refused', { part: 'assertion', algorithm }])
  })

  it.each(['http://www.w3.org/2001/04/xmldsig-more#hmac-sha256', 'none', ''])('renamed to %s are refused', async (algorithm) => {
    const text = answer().replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', algorithm)
    expect(await outcomeOf(text)).toEqual(['algorithm_refused', { part: 'assertion', algorithm }])
  })

  it('over SHA-1 digests are refused', async () => {
    const algorithm = 'http://www.w3.org/2000/09/xmldsig#sha1'
    expect(await outcomeOf(answer({}, {}, { digest: algorithm }))).toEqual(['algorithm_refused', { part: 'assertion', algorithm }])
  })

  const form = ['signature_invalid', { part: 'assertion', reason: 'form' }]

  it.each([
    ...oddTransforms.map((name) => [name, [enveloped, name]] as const),
    ['no envelope', [exclusive]] as const,
    ['the same twice', [enveloped, exclusive, exclusive]] as const,
    ['inclusive canonicalization', [enveloped, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315']] as const,
  ])('with transforms that select something else are refused: %s', async (_name, transforms) => {
    expect(await outcomeOf(answer({}, {}, { transforms: [...transforms] }))).toEqual(form)
  })

  it('with other canonicalizations are refused', async () => {
    const canonicalization = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
    expect(await outcomeOf(answer({}, {}, { canonicalization }))).toEqual(form)
  })

  it('with several references are refused', async () => {
    expect(await outcomeOf(answer({}, {}, { references: 2 }))).toEqual(form)
  })

  it.each([
    ['the whole document', (text: string) => text.replace('URI="#_assertion"', 'URI=""')],
    ['something else', (text: string) => text.replace('URI="#_assertion"', 'URI="#_response"')],
    ['an address', (text: string) => text.replace('URI="#_assertion"', 'URI="https://evil.example/"')],
    ['a pointer', (text: string) => text.replace('URI="#_assertion"', `URI="#xpointer(id('_assertion'))"`)],
    ['something, and carry more', (text: string) => text.replace('</ds:Signature>', '<ds:Object>x</ds:Object></ds:Signature>')],
    ['something, twice said', (text: string) => text.replace(/(<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>)/, '$1$1')],
    ['something, with two digests', (text: string) => text.replace(/(<ds:DigestValue>[^<]*<\/ds:DigestValue>)/, '$1$1')],
  ])('that name %s are refused', async (_name, change) => {
    expect(await outcomeOf(change(answer()))).toEqual(form)
  })

  it('can use elliptic curves, with the algorithm of their key', async () => {
    const curve = await makeKeyPair('idp.example', { keyType: 'ec' })
    const to = { ...setup, certificates: [certificateOf(curve), ...setup.certificates] }
    const text = signed(responseXml(assertionXml()), curve, { algorithm: ecdsaSha256 })
    expect(await outcomeOf(text, makeTools(), to)).toBe('mallory')
    expect(await outcomeOf(answer(), makeTools(), to)).toBe('mallory')
    const renamed = text.replace(ecdsaSha256, 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    expect(await outcomeOf(renamed, makeTools(), to)).toEqual(['signature_invalid', { part: 'assertion', reason: 'value' }])
  })

  it('with an expired certificate are accepted with a warning', async () => {
    const old = { ...certificateOf(key), notAfter: new Date(Date.now() - 1_000) }
    const completion = await receive(answer(), makeTools(), { ...setup, certificates: [old] })
    expect(completion.kind).toBe('accepted')
    expect(completion.steps).toContainEqual(
      expect.objectContaining({
        code: 'signature',
        outcome: 'warning',
        details: expect.objectContaining({ reason: 'certificate_expired' }),
      }),
    )
  })
})

it('refuses an unknown signature before canonicalizing the content, which an attacker can make slow', () => {
  const text = signed(responseXml(assertionXml({ attributes: '<x xmlns:q="r" q:a="1"/>'.repeat(4_000) })), key)
  const document = parseXml(text, messageLimits)
  const assertion = document.root.children.find(({ name }) => name === 'Assertion')
  const timeOf = (by: KeyPair, kind: string) => {
    const began = performance.now()
    expect(assertion && checkSignature(document, assertion, [certificateOf(by)]).kind).toBe(kind)
    return performance.now() - began
  }
  const [known, unknown] = [timeOf(key, 'valid'), timeOf(other, 'invalid')]
  expect(unknown).toBeLessThan(known / 2)
})

it('ignores attributes outside the signed assertion', async () => {
  const attribute = '<saml:Attribute Name="groups"><saml:AttributeValue>Steward admins</saml:AttributeValue></saml:Attribute>'
  const beside = `<saml:AttributeStatement xmlns:saml="${assertionNs}">${attribute}</saml:AttributeStatement>`
  for (const text of [
    answer().replace('<samlp:Status>', `${beside}<samlp:Status>`),
    answer().replace('</samlp:Response>', `${beside}</samlp:Response>`),
  ]) {
    expect(text).toContain('Steward admins')
    expect(await receive(text)).toMatchObject({ kind: 'accepted', identity: { subject: 'mallory', groups: undefined } })
  }
})

describe('a signature on the response alone, where it is allowed', () => {
  let lenient: ProviderSetup
  beforeAll(() => {
    lenient = { ...setup, acceptsResponseSignature: true }
  })
  const onlyResponse = (assertion: Partial<AssertionParts> = {}, by = key, choices: Partial<SigningChoices> = {}) =>
    signed(responseXml(assertionXml(assertion)), by, { element: 'Response', ...choices })
  const outcome = (text: string) => outcomeOf(text, makeTools(), lenient)

  it('covers its assertion, and the trace says so', async () => {
    expect(await receive(onlyResponse(), makeTools(), lenient)).toMatchObject({
      kind: 'accepted',
      identity: { subject: 'mallory' },
      steps: expect.arrayContaining([
        expect.objectContaining({
          code: 'signature',
          outcome: 'passed',
          details: expect.objectContaining({ isAssertionSigned: false, isResponseSigned: true }),
        }),
      ]),
    })
  })

  it('leaves signed assertions as they are', async () => {
    expect(await outcome(answer())).toBe('mallory')
    expect(await outcome(signed(answer(), key, { element: 'Response' }))).toBe('mallory')
    // A wrong signature of the assertion is not made up for by a right one of the response.
    const wrong = signed(signed(responseXml(assertionXml()), other), key, { element: 'Response' })
    expect(await outcome(wrong)).toEqual(['signature_invalid', { part: 'assertion', reason: 'value' }])
  })

  it('is required, by the provider, with a destination', async () => {
    expect(await outcome(responseXml(assertionXml()))).toEqual(['signature_missing', { part: 'assertion' }])
    expect(await outcome(onlyResponse({}, other))).toEqual(['signature_invalid', { part: 'response', reason: 'value' }])
    const nowhere = signed(responseXml(assertionXml(), { destination: undefined }), key, { element: 'Response' })
    expect(await outcome(nowhere)).toEqual(['destination_wrong', { expected: `${self}/acs`, received: '' }])
  })

  it.each([
    ['the name', (text: string) => text.replace('>mallory<', `>${evilName}<`)],
    ['another assertion', (text: string) => text.replace(/<saml:Assertion [\s\S]*<\/saml:Assertion>/, assertionXml({ nameId: evilName }))],
    ['the status', (text: string) => text.replace('<samlp:Status>', '<samlp:Status> ')],
    ['the digest', withAnotherDigest],
  ])('covers %s', async (_name, change) => {
    expect(await outcome(change(onlyResponse()))).toEqual(['signature_invalid', { part: 'response', reason: 'value' }])
  })

  it('allows nothing else that an assertion is refused for', async () => {
    expect(await outcome(onlyResponse({ audiences: audience('https://other.example') }))).toMatchObject(['audience_wrong', {}])
    expect(await outcome(onlyResponse({ conditions: { NotOnOrAfter: at(-121) } }))).toMatchObject(['expired', {}])
    const weak = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    expect(await outcome(onlyResponse({}, key, { algorithm: weak }))).toMatchObject(['algorithm_refused', { part: 'response' }])
  })

  it.each(Object.entries({ ...responseWrappings }))('%s', async (_name, wrap) => {
    const wrapped = wrap(onlyResponse())
    expect(wrapped).toContain(evilName)
    expect(wrapped).toContain('mallory')
    expect(await outcome(wrapped)).toEqual(['xml_refused', { reason: expect.any(String) }])
    // Even without the check of the structure, no signature covers the forged name.
    const document = parseXml(wrapped, messageLimits)
    for (const element of everyElement(document.root)) {
      const verdict = checkSignature(document, element, setup.certificates)
      expect(verdict.kind === 'valid' && verdict.signed.source.includes(evilName)).toBe(false)
    }
  })

  it.each(Object.entries(wrappings))('a signed assertion in it: %s', async (_name, wrap) => {
    for (const text of [answer(), signed(answer(), key, { element: 'Response' })]) {
      const wrapped = wrap(text)
      expect(wrapped).toContain(evilName)
      expect(await outcome(wrapped)).toMatchObject(['xml_refused', {}])
    }
  })
})

describe('wrapped signatures', () => {
  /** The reasons for refusal, all found before any signature is checked. */
  const reasons = ['several_assertions', 'several_responses', 'identifier_twice', 'signature_misplaced', 'assertion_misplaced']

  describe.each(['Assertion', 'Response'] as const)('of a signed %s', (element) => {
    it.each(Object.entries(wrappings))('%s', async (_name, wrap) => {
      const original = signed(responseXml(assertionXml()), key, { element })
      const wrapped = wrap(element === 'Response' ? signed(original, key) : original)
      expect(wrapped).toContain(evilName)
      const completion = await receive(wrapped)
      expect(completion).toMatchObject({ kind: 'refused', code: 'xml_refused' })
      expect(reasons).toContain(completion.kind === 'refused' && completion.parameters['reason'])
    })
  })

  it.each(Object.entries(wrappings))('%s: no signature covers the forged name', (name, wrap) => {
    const isResponse = name.startsWith('XSW1') || name.startsWith('XSW2')
    const wrapped = wrap(signed(responseXml(assertionXml()), key, { element: isResponse ? 'Response' : 'Assertion' }))
    const document = parseXml(wrapped, messageLimits)
    for (const element of everyElement(document.root)) {
      const verdict = checkSignature(document, element, setup.certificates)
      expect(verdict.kind === 'valid' && verdict.signed.source.includes(evilName)).toBe(false)
      if (document.source.slice(element.start, element.end).includes(evilName) && verdict.kind === 'valid') {
        // If it covers only a part, nothing else is read.
        expect(verdict.signed.source).toContain('mallory')
      }
    }
  })
})
