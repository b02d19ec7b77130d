import { createHash } from 'node:crypto'
import type { Completion, FederatedIdentity, Incoming, ProtocolTools, ProviderSetup, Remembered } from '../protocol.ts'
import { ProtocolRefusal } from '../protocol.ts'
import { type BelievedAssertion, type Expected, believe } from './assertion.ts'
import { decrypt } from './decryption.ts'
import { readMessage } from './encoding.ts'
import { readAttributes } from './claims.ts'
import { assertionNs, nameIdFormat, protocolNs, signatureNs, success } from './names.ts'
import { type SignatureVerdict, checkSignature } from './signature.ts'
import { type Trace, createTrace, failSignature } from './trace.ts'
import {
  type XmlDocument,
  type XmlElement,
  XmlRefused,
  childrenOf,
  everyElement,
  isElement,
  messageLimits,
  onlyChild,
  parseXml,
  plainText,
} from './xml.ts'

/**
 * Validates the provider's response. The assertion itself must be signed, unless the administrator allowed that only the response
 * around it is. The response must also be signed if it contains the assertion encrypted with a cipher that does not detect changes
 * (CBC), and any signature of it is checked. The identity is read only from bytes that a signature covers.
 */
export async function completeSignIn(
  setup: ProviderSetup,
  remembered: Remembered,
  incoming: Incoming,
  tools: ProtocolTools,
): Promise<Completion> {
  const trace = createTrace(tools.now)
  try {
    const believed = validate(setup, remembered.requestId ?? '', incoming, tools.now(), trace)
    await checkReplay(setup, believed, tools, trace)
    return { kind: 'accepted', identity: identityOf(believed), steps: trace.steps }
  } catch (error) {
    if (!(error instanceof ProtocolRefusal)) throw error
    return { kind: 'refused', code: error.code, parameters: error.parameters, steps: trace.steps, claims: trace.claims }
  }
}

function validate(setup: ProviderSetup, requestId: string, incoming: Incoming, now: Date, trace: Trace): BelievedAssertion {
  const document = readResponse(incoming, trace)
  const { root } = document
  checkStructure(root, 'Response', trace)
  checkStatus(root, trace)
  checkEnvelope(root, setup, requestId, trace)
  const envelope = checkSignature(document, root, setup.certificates)
  if (envelope.kind !== 'missing' && envelope.kind !== 'valid') failSignature(trace, envelope, 'response')
  if (envelope.kind === 'valid' && root.attributes.get('Destination') === undefined) {
    trace.fail('destination', 'destination_wrong', { expected: setup.relyingParty.responseUrl, received: '' })
  }
  const isResponseSigned = envelope.kind === 'valid'
  const covered = envelope.kind === 'valid' && !hasOwnSignature(root) ? envelope : undefined
  if (covered) checkStructure(covered.signed.root, 'Response', trace)
  const holder = assertionDocument(covered?.signed ?? document, setup, isResponseSigned, trace)
  const verdict = checkSignature(holder.document, holder.assertion, setup.certificates)
  if (covered && verdict.kind === 'missing' && setup.acceptsResponseSignature) {
    passSignature(covered, { isAssertionSigned: false, isResponseSigned }, now, trace)
    return believeSigned(holder.assertion, { setup, requestId, now }, trace)
  }
  if (verdict.kind !== 'valid') return failSignature(trace, verdict, 'assertion', isResponseSigned ? 'response_only' : undefined)
  passSignature(verdict, { isResponseSigned }, now, trace)
  return believeSigned(verdict.signed.root, { setup, requestId, now }, trace)
}

/** Whether the response contains, unencrypted, an assertion with a signature of its own. */
function hasOwnSignature(root: XmlElement): boolean {
  const assertion = onlyChild(root, assertionNs, 'Assertion')
  return assertion !== undefined && childrenOf(assertion, signatureNs, 'Signature').length > 0
}

/** @param assertion as covered by a signature */
function believeSigned(assertion: XmlElement, expected: Expected, trace: Trace): BelievedAssertion {
  trace.claims = readAttributes(assertion)
  return believe(assertion, expected, trace)
}

function readResponse(incoming: Incoming, trace: Trace): XmlDocument {
  const fields = Object.keys(incoming.form).filter((name) => ['SAMLResponse', 'SAMLRequest', 'RelayState'].includes(name))
  trace.pass('returned', { parameters: fields.join(', ') })
  const raw = readMessage(incoming)
  if (raw.kind === 'unreadable') return trace.fail('message_decoded', 'provider_answer_invalid', { reason: raw.reason })
  const document = parse(raw.text, trace)
  if (raw.field !== 'SAMLResponse' || raw.binding !== 'post' || !isElement(document.root, protocolNs, 'Response')) {
    return trace.fail('message_decoded', 'provider_answer_invalid', { reason: 'kind', element: document.root.name })
  }
  if (document.root.attributes.get('Version') !== '2.0') trace.fail('message_decoded', 'provider_answer_invalid', { reason: 'version' })
  trace.pass('message_decoded')
  return document
}

function parse(text: string, trace: Trace): XmlDocument {
  try {
    return parseXml(text, messageLimits)
  } catch (error) {
    if (error instanceof XmlRefused) return trace.fail('message_decoded', 'xml_refused', { reason: error.fault })
    throw error
  }
}

/**
 * A message contains one assertion in its proper place, signatures only where they belong, and no duplicate identifiers. All published
 * wrapping attacks (Somorovsky et al., "On Breaking SAML", 2012) need a second place for one of them.
 */
function checkStructure(root: XmlElement, kind: 'Response' | 'Assertion', trace: Trace): void {
  const refuse = (reason: string) => trace.fail('message_decoded', 'xml_refused', { reason })
  const all = [...everyElement(root)]
  const ids = all.flatMap((element) => element.ids)
  if (new Set(ids).size !== ids.length) refuse('identifier_twice')
  const assertions = all.filter(
    ({ name, namespace }) => namespace === assertionNs && (name === 'Assertion' || name === 'EncryptedAssertion'),
  )
  const [assertion, ...others] = assertions
  if (!assertion || others.length > 0) refuse(assertion ? 'several_assertions' : 'no_assertion')
  if (all.some((element) => element !== root && isElement(element, protocolNs, 'Response'))) refuse('several_responses')
  if (kind === 'Response' ? assertion?.parent !== root : assertion !== root) refuse('assertion_misplaced')
  const signatures = all.filter((element) => isElement(element, signatureNs, 'Signature'))
  if (!signatures.every(({ parent }) => parent === root || parent === assertion)) refuse('signature_misplaced')
}

function checkStatus(root: XmlElement, trace: Trace): void {
  const status = onlyChild(root, protocolNs, 'Status')
  const code = status && onlyChild(status, protocolNs, 'StatusCode')
  const value = code?.attributes.get('Value') ?? ''
  if (value === success) return
  const inner = code && onlyChild(code, protocolNs, 'StatusCode')?.attributes.get('Value')
  const lastPart = (name: string | undefined) => name?.split(':').at(-1) ?? ''
  trace.fail('message_decoded', 'status_not_success', {
    status: [lastPart(value), lastPart(inner)].filter(Boolean).join(', '),
    ...(inner?.endsWith(':InvalidNameIDPolicy') === true ? { reason: 'name_id_policy' } : {}),
    message: (status && plainText(onlyChild(status, protocolNs, 'StatusMessage'))) ?? '',
  })
}

/** Checks the response element. It does not have to be signed, because the signed assertion repeats its values. */
function checkEnvelope({ attributes, ...root }: XmlElement, setup: ProviderSetup, requestId: string, trace: Trace): void {
  const expected = setup.relyingParty.responseUrl
  const destination = attributes.get('Destination')
  if (destination !== undefined && destination !== expected) {
    trace.fail('destination', 'destination_wrong', { expected, received: destination })
  }
  trace.pass('destination', { address: destination ?? '' })
  const inResponseTo = attributes.get('InResponseTo')
  if (inResponseTo === undefined) trace.fail('in_response_to', 'unsolicited', { part: 'response' })
  if (requestId === '' || inResponseTo !== requestId) trace.fail('in_response_to', 'in_response_to_wrong', { part: 'response' })
  const issuers = root.children.filter((child) => isElement(child, assertionNs, 'Issuer'))
  if (issuers.some((issuer) => plainText(issuer) !== setup.issuer)) {
    trace.fail('issuer', 'issuer_wrong', { expected: setup.issuer, received: plainText(issuers[0]) ?? '' })
  }
}

/** The assertion and the document in which it was signed: the response, or the decrypted content. */
function assertionDocument(
  document: XmlDocument,
  setup: ProviderSetup,
  isResponseSigned: boolean,
  trace: Trace,
): { document: XmlDocument; assertion: XmlElement } {
  const plain = onlyChild(document.root, assertionNs, 'Assertion')
  if (plain) return { document, assertion: plain }
  const encrypted = onlyChild(document.root, assertionNs, 'EncryptedAssertion')
  if (!encrypted) return trace.fail('message_decoded', 'xml_refused', { reason: 'no_assertion' })
  const result = decrypt(encrypted, setup.relyingParty.keys, { isSealed: isResponseSigned })
  if (result.kind === 'unsealed') return trace.fail('signature', 'signature_missing', { part: 'response', reason: 'encrypted_cbc' })
  if (result.kind === 'algorithm') return trace.fail('decrypted', 'algorithm_refused', { part: 'encryption', algorithm: result.algorithm })
  if (result.kind === 'failed') return trace.fail('decrypted', 'decryption_failed')
  const inner = parse(result.text, trace)
  if (!isElement(inner.root, assertionNs, 'Assertion')) return trace.fail('decrypted', 'decryption_failed')
  checkStructure(inner.root, 'Assertion', trace)
  trace.pass('decrypted')
  return { document: inner, assertion: inner.root }
}

function passSignature(
  { algorithm, certificate }: Extract<SignatureVerdict, { kind: 'valid' }>,
  signed: { isAssertionSigned?: boolean; isResponseSigned: boolean },
  now: Date,
  trace: Trace,
): void {
  const details = { algorithm: algorithm.split('#').at(-1) ?? '', certificate: certificate.fingerprint, ...signed }
  // Trust is in the key: an expired date is for the administrator to review, not a reason to lock people out.
  if (certificate.notAfter <= now) trace.warn('signature', { ...details, reason: 'certificate_expired' })
  else trace.pass('signature', details)
}

/** Accepts an assertion once, in whichever process it arrives. */
async function checkReplay(setup: ProviderSetup, { id, until }: BelievedAssertion, tools: ProtocolTools, trace: Trace): Promise<void> {
  const digest = createHash('sha256')
    .update(JSON.stringify([setup.issuer, id]))
    .digest('base64url')
  if (!(await tools.once(`saml:${digest}`, until))) trace.fail('replay', 'replayed')
  trace.pass('replay')
}

/** Entra names the methods in an attribute, with any context. */
const methodsAttribute = 'http://schemas.microsoft.com/claims/authnmethodsreferences'

function identityOf({ subject, person, sessionIndex, contexts }: BelievedAssertion): FederatedIdentity {
  const { value, format, nameQualifier, spNameQualifier } = person.nameId
  const details = Object.entries({ nameId: value, format, nameQualifier, spNameQualifier }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return {
    subject,
    logoutSubject: format === nameIdFormat.transient ? undefined : value,
    email: person.email,
    emailIsVerified: true,
    givenName: person.givenName,
    familyName: person.familyName,
    nameFrom: person.nameFrom,
    groups: person.groups,
    authentication: {
      methods: [],
      contexts: [...contexts, ...(person.claims.find(({ name }) => name === methodsAttribute)?.values ?? [])],
    },
    claims: [{ name: 'NameID', values: [value] }, ...person.claims],
    providerSession: { sessionId: sessionIndex, details: Object.fromEntries(details) },
  }
}
