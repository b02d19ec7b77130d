import type { ProviderSetup } from '../protocol.ts'
import { assertionNs, bearer, clockSkewMs, nameIdFormat } from './names.ts'
import { type NameId, type Person, readNameId, readPerson } from './claims.ts'
import type { Trace } from './trace.ts'
import { type XmlElement, childrenOf, onlyChild, plainText } from './xml.ts'

/** The conditions for accepting an assertion as a sign-in (SAML profiles, section 4.1.4.2 and 4.1.4.3; core, section 2.5). */

export interface Expected {
  setup: ProviderSetup
  /** The id of the request. */
  requestId: string
  now: Date
}

export interface BelievedAssertion {
  id: string
  subject: string
  person: Person
  sessionIndex: string | undefined
  /** Classes of the contexts in which the user signed in (core, section 2.7.2.2). */
  contexts: string[]
  /** When it expires, including clock skew. */
  until: Date
}

/**
 * @param assertion the element as covered by its signature
 * @throws ProtocolRefusal
 */
export function believe(assertion: XmlElement, expected: Expected, trace: Trace): BelievedAssertion {
  const id = assertion.attributes.get('ID') ?? ''
  if (assertion.attributes.get('Version') !== '2.0' || id === '')
    trace.fail('message_decoded', 'provider_answer_invalid', { part: 'assertion' })
  checkIssuer(assertion, expected, trace)
  checkAudience(assertion, expected, trace)
  const { until, holder } = checkConfirmation(assertion, expected, trace)
  checkConditions(assertion, expected, trace)
  return { id, ...checkStatement(assertion, expected, trace), ...readSubject(assertion, holder, expected, trace), until }
}

function checkIssuer(assertion: XmlElement, { setup }: Expected, trace: Trace): void {
  const received = plainText(onlyChild(assertion, assertionNs, 'Issuer')) ?? ''
  if (received !== setup.issuer) trace.fail('issuer', 'issuer_wrong', { expected: setup.issuer, received })
  trace.pass('issuer', { issuer: received })
}

function checkAudience(assertion: XmlElement, { setup }: Expected, trace: Trace): void {
  const conditions = onlyChild(assertion, assertionNs, 'Conditions')
  const expected = setup.relyingParty.identifierUri
  const restrictions = (conditions ? childrenOf(conditions, assertionNs, 'AudienceRestriction') : []).map((restriction) =>
    childrenOf(restriction, assertionNs, 'Audience').map((audience) => plainText(audience) ?? ''),
  )
  // There must be a restriction, and each must include us.
  if (restrictions.length === 0 || !restrictions.every((audiences) => audiences.includes(expected))) {
    trace.fail('audience', 'audience_wrong', { expected, received: restrictions.flat().join(', ') })
  }
  trace.pass('audience', { audience: expected })
}

/** Requires a bearer confirmation for this URL, this request and this time; otherwise reports the fault of the first. */
function checkConfirmation(assertion: XmlElement, expected: Expected, trace: Trace): { until: Date; holder: XmlElement } {
  const { setup, requestId, now } = expected
  const subject = onlyChild(assertion, assertionNs, 'Subject')
  if (!subject) return trace.fail('subject', 'subject_missing', { reason: 'no_subject' })
  const all = childrenOf(subject, assertionNs, 'SubjectConfirmation')
    .filter((confirmation) => confirmation.attributes.get('Method') === bearer)
    .flatMap((confirmation) => onlyChild(confirmation, assertionNs, 'SubjectConfirmationData') ?? [])
  const expectedRecipient = setup.relyingParty.responseUrl
  const forUs = all.filter((data) => data.attributes.get('Recipient') === expectedRecipient)
  if (forUs.length === 0) {
    trace.fail('recipient', 'recipient_wrong', { expected: expectedRecipient, received: all[0]?.attributes.get('Recipient') ?? '' })
  }
  trace.pass('recipient', { address: expectedRecipient })
  const answering = forUs.filter((data) => data.attributes.get('InResponseTo') === requestId)
  if (answering.length === 0) {
    const received = forUs[0]?.attributes.get('InResponseTo')
    if (received === undefined) trace.fail('in_response_to', 'unsolicited', { part: 'assertion' })
    trace.fail('in_response_to', 'in_response_to_wrong', { part: 'assertion' })
  }
  trace.pass('in_response_to')
  const inTime = answering.find((data) => timeFault(data, now, 'bounded') === undefined)
  const [first] = answering
  if (!inTime) return failTime(first ?? subject, expected, trace)
  const until = Date.parse(inTime.attributes.get('NotOnOrAfter') ?? '') + clockSkewMs
  return { until: new Date(until), holder: subject }
}

const known = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])

function checkConditions(assertion: XmlElement, expected: Expected, trace: Trace): void {
  const conditions = onlyChild(assertion, assertionNs, 'Conditions')
  // Without conditions there was no audience either.
  if (!conditions) return
  // An unknown condition is not met (core, section 2.5.1).
  const unknown = conditions.children.find(({ name, namespace }) => namespace !== assertionNs || !known.has(name))
  if (unknown) trace.fail('validity', 'provider_answer_invalid', { part: 'conditions', element: unknown.name })
  if (timeFault(conditions, expected.now, 'open') !== undefined) failTime(conditions, expected, trace)
  const period = { notBefore: conditions.attributes.get('NotBefore') ?? '', notAfter: conditions.attributes.get('NotOnOrAfter') ?? '' }
  trace.pass('validity', period)
}

function checkStatement(assertion: XmlElement, { now }: Expected, trace: Trace): Pick<BelievedAssertion, 'sessionIndex' | 'contexts'> {
  const statements = childrenOf(assertion, assertionNs, 'AuthnStatement')
  const [statement] = statements
  if (!statement) return trace.fail('subject', 'provider_answer_invalid', { part: 'AuthnStatement' })
  const ends = statements
    .map(({ attributes }) => attributes.get('SessionNotOnOrAfter'))
    .find((end) => end !== undefined && isOver(end, now))
  if (ends !== undefined) trace.fail('validity', 'expired', { notAfter: ends, now: now.toISOString() })
  const contexts = childrenOf(statement, assertionNs, 'AuthnContext')
    .flatMap((context) => childrenOf(context, assertionNs, 'AuthnContextClassRef'))
    .flatMap((reference) => plainText(reference) ?? [])
  return { sessionIndex: statement.attributes.get('SessionIndex'), contexts }
}

const isOver = (moment: string, now: Date): boolean => !(now.getTime() < Date.parse(moment) + clockSkewMs)
const isAhead = (moment: string, now: Date): boolean => !(now.getTime() >= Date.parse(moment) - clockSkewMs)

/** @param kind `bounded` requires an end time */
function timeFault({ attributes }: XmlElement, now: Date, kind: 'bounded' | 'open'): 'expired' | 'not_yet_valid' | undefined {
  const [from, until] = [attributes.get('NotBefore'), attributes.get('NotOnOrAfter')]
  if (until === undefined ? kind === 'bounded' : isOver(until, now)) return 'expired'
  return from !== undefined && isAhead(from, now) ? 'not_yet_valid' : undefined
}

function failTime(element: XmlElement, { now }: Expected, trace: Trace): never {
  const { attributes } = element
  return trace.fail('validity', timeFault(element, now, 'bounded') ?? 'expired', {
    notBefore: attributes.get('NotBefore') ?? '',
    notAfter: attributes.get('NotOnOrAfter') ?? '',
    now: now.toISOString(),
  })
}

function readSubject(
  assertion: XmlElement,
  holder: XmlElement,
  { setup }: Expected,
  trace: Trace,
): Pick<BelievedAssertion, 'subject' | 'person'> {
  const nameId: NameId | undefined = readNameId(holder)
  if (!nameId) return trace.fail('subject', 'subject_missing', { reason: 'no_name_id' })
  const person = readPerson(assertion, nameId, setup.claimNames)
  const { subject } = person
  if (subject === undefined) {
    return trace.fail('subject', 'subject_missing', { reason: setup.claimNames.identifier === undefined ? 'transient' : 'no_identifier' })
  }
  trace.pass('subject', { subject, format: nameId.format ?? nameIdFormat.unspecified })
  const details = { email: person.email ?? '', groups: person.groups?.length ?? 0 }
  if (person.areGroupsElsewhere) trace.warn('claims', { ...details, reason: 'groups_elsewhere' })
  else trace.pass('claims', details)
  return { subject, person }
}
