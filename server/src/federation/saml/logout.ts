import { randomUUID } from 'node:crypto'
import type { Departure, Incoming, LogoutAnswer, ProtocolTools, ProviderLogout, ProviderSession, ProviderSetup } from '../protocol.ts'
import { ProtocolRefusal } from '../protocol.ts'
import { readNameId } from './claims.ts'
import type { SamlDetails } from './details.ts'
import { type Outgoing, activeKey, checkRedirectSignature, postTo, readMessage, redirectTo } from './encoding.ts'
import { assertionNs, clockSkewMs, nameIdFormat, protocolNs, success } from './names.ts'
import { attributesText } from './request.ts'
import { checkSignature } from './signature.ts'
import { type Trace, createTrace, failSignature } from './trace.ts'
import { type XmlElement, XmlRefused, childrenOf, escapeXml, isElement, messageLimits, onlyChild, parseXml, plainText } from './xml.ts'

/** Single logout (SAML core, section 3.7; profiles, section 4.4), started by us or by the provider; always signed. */

const newId = (): string => `_${randomUUID()}`

/** Sends a message of ours, by redirect if the provider supports it. */
function send(addresses: { redirect: string | undefined; post: string | undefined }, outgoing: Outgoing): Departure | undefined {
  if (addresses.redirect !== undefined) return redirectTo(addresses.redirect, outgoing)
  return addresses.post === undefined ? undefined : postTo(addresses.post, outgoing)
}

/** Informs the provider that a user signed out. Undefined if it does not support logout. */
export function beginLogout(
  setup: ProviderSetup,
  { logout }: SamlDetails,
  subject: string,
  session: ProviderSession,
  now: Date,
): Departure | undefined {
  const address = logout.redirect ?? logout.post
  if (address === undefined) return undefined
  const { nameId = subject, format, nameQualifier, spNameQualifier } = session.details
  const qualifiers = { Format: format, NameQualifier: nameQualifier, SPNameQualifier: spNameQualifier }
  const given = Object.entries(qualifiers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const text =
    openTag('LogoutRequest', { ID: newId(), Version: '2.0', IssueInstant: now.toISOString(), Destination: address }) +
    issuerTag(setup) +
    `<saml:NameID${attributesText(Object.fromEntries(given))}>${escapeXml(nameId)}</saml:NameID>` +
    (session.sessionId === undefined ? '' : `<samlp:SessionIndex>${escapeXml(session.sessionId)}</samlp:SessionIndex>`) +
    '</samlp:LogoutRequest>'
  return send(
    { redirect: logout.redirect, post: logout.post },
    { field: 'SAMLRequest', text, relayState: undefined, key: activeKey(setup.relyingParty) },
  )
}

const openTag = (name: string, attributes: Record<string, string>): string =>
  `<samlp:${name} xmlns:samlp="${protocolNs}" xmlns:saml="${assertionNs}"${attributesText(attributes)}>`

const issuerTag = ({ relyingParty }: ProviderSetup): string => `<saml:Issuer>${escapeXml(relyingParty.identifierUri)}</saml:Issuer>`

/** Reads a message at the logout URL: a logout from the provider, or its response to one of ours. */
export async function readLogout(
  setup: ProviderSetup,
  details: SamlDetails,
  incoming: Incoming,
  tools: ProtocolTools,
): Promise<ProviderLogout> {
  const trace = createTrace(tools.now)
  try {
    const root = readSigned(setup, incoming, trace)
    if (isElement(root, protocolNs, 'LogoutResponse')) return { kind: 'done' }
    return await endOf(setup, details, root, incoming, tools, trace)
  } catch (error) {
    if (!(error instanceof ProtocolRefusal)) throw error
    return { kind: 'refused', code: error.code, parameters: error.parameters, steps: trace.steps }
  }
}

/** The part of the message that its signature covers. */
function readSigned(setup: ProviderSetup, incoming: Incoming, trace: Trace): XmlElement {
  const raw = readMessage(incoming)
  if (raw.kind === 'unreadable') return trace.fail('message_decoded', 'provider_answer_invalid', { reason: raw.reason })
  const document = parse(raw.text, trace)
  const expectedName = raw.field === 'SAMLRequest' ? 'LogoutRequest' : 'LogoutResponse'
  if (!isElement(document.root, protocolNs, expectedName)) {
    return trace.fail('message_decoded', 'provider_answer_invalid', { reason: 'kind', element: document.root.name })
  }
  const root = raw.binding === 'redirect' ? redirected(document.root) : posted()
  const issuer = plainText(onlyChild(root, assertionNs, 'Issuer')) ?? ''
  if (issuer !== setup.issuer) trace.fail('issuer', 'issuer_wrong', { expected: setup.issuer, received: issuer })
  const { logoutUrl } = setup.relyingParty
  // A signed message must name its destination (bindings, sections 3.4.5.2 and 3.5.5.2).
  const destination = root.attributes.get('Destination') ?? ''
  if (destination !== logoutUrl) trace.fail('destination', 'destination_wrong', { expected: logoutUrl, received: destination })
  return root

  function redirected(root: XmlElement): XmlElement {
    const verdict = checkRedirectSignature(incoming, expectedName === 'LogoutRequest' ? 'SAMLRequest' : 'SAMLResponse', setup.certificates)
    return verdict.kind === 'valid' ? root : failSignature(trace, verdict, expectedName)
  }

  function posted(): XmlElement {
    const verdict = checkSignature(document, document.root, setup.certificates)
    return verdict.kind === 'valid' ? verdict.signed.root : failSignature(trace, verdict, expectedName)
  }
}

function parse(text: string, trace: Trace) {
  try {
    return parseXml(text, messageLimits)
  } catch (error) {
    if (error instanceof XmlRefused) return trace.fail('message_decoded', 'xml_refused', { reason: error.fault })
    throw error
  }
}

async function endOf(
  setup: ProviderSetup,
  { logout }: SamlDetails,
  request: XmlElement,
  incoming: Incoming,
  tools: ProtocolTools,
  trace: Trace,
): Promise<ProviderLogout> {
  const id = request.attributes.get('ID') ?? ''
  const now = tools.now().getTime()
  const issued = Date.parse(request.attributes.get('IssueInstant') ?? '')
  const ends = request.attributes.get('NotOnOrAfter')
  const until = Math.min(issued + mostAgeMs, ends === undefined ? Number.POSITIVE_INFINITY : Date.parse(ends)) + clockSkewMs
  if (!(now < until)) trace.fail('validity', 'expired', { notAfter: ends ?? '', now: tools.now().toISOString() })
  if (!(issued - clockSkewMs <= now)) trace.fail('validity', 'not_yet_valid', { now: tools.now().toISOString() })
  const nameId = readNameId(request)
  if (id === '' || !nameId) return trace.fail('subject', 'subject_missing', { reason: 'no_name_id' })
  const sessionIds = childrenOf(request, protocolNs, 'SessionIndex').flatMap((index) => plainText(index) ?? [])
  // A transient name does not identify a user here; the session does.
  const subject = nameId.format === nameIdFormat.transient ? undefined : nameId.value
  if (subject === undefined && sessionIds.length === 0) trace.fail('subject', 'subject_missing', { reason: 'transient' })
  if (!(await tools.once(`saml-logout:${setup.issuer}:${id}`.slice(0, 500), new Date(until)))) trace.fail('replay', 'replayed')
  return { kind: 'end', subject, sessionIds, answer: answerTo() }

  function answerTo(): LogoutAnswer {
    const addresses = { redirect: logout.redirectAnswer ?? logout.redirect, post: logout.postAnswer ?? logout.post }
    const destination = addresses.redirect ?? addresses.post
    if (destination === undefined) return { kind: 'empty' }
    const attributes = {
      ID: newId(),
      Version: '2.0',
      IssueInstant: tools.now().toISOString(),
      Destination: destination,
      InResponseTo: id,
    }
    const text =
      openTag('LogoutResponse', attributes) +
      issuerTag(setup) +
      `<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status></samlp:LogoutResponse>`
    const relayState = incoming.form['RelayState'] ?? incoming.url.searchParams.get('RelayState') ?? undefined
    const departure = send(addresses, { field: 'SAMLResponse', text, relayState, key: activeKey(setup.relyingParty) })
    return departure ? { kind: 'depart', departure } : { kind: 'empty' }
  }
}

/** The maximum age of a logout request. */
const mostAgeMs = 10 * 60_000
