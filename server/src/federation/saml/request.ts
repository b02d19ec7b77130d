import type { Begun, Flow, ProviderSetup } from '../protocol.ts'
import { ProtocolRefusal, createSteps } from '../protocol.ts'
import type { SamlDetails } from './details.ts'
import { type Outgoing, activeKey, postTo, redirectTo } from './encoding.ts'
import { assertionNs, nameIdFormat, postBinding, protocolNs } from './names.ts'
import { escapeXml } from './xml.ts'

/** The id of a flow's request: an XML name derived from the flow's id, so that the response identifies the flow. */
export const requestIdOf = (flowId: string): string => `_${flowId}`
export const flowIdOfRequest = (requestId: string): string => requestId.slice(1)

/** Requests authentication (SAML core, section 3.4). Signed if the provider wants it. */
export function beginSignIn(setup: ProviderSetup, details: SamlDetails, flow: Flow, now: () => Date): Begun {
  const { relyingParty } = setup
  const address = details.signIn.redirect ?? details.signIn.post
  if (address === undefined) throw new ProtocolRefusal('provider_answer_invalid')
  const requestId = requestIdOf(flow.flowId)
  const attributes = {
    ID: requestId,
    Version: '2.0',
    IssueInstant: now().toISOString(),
    Destination: address,
    ProtocolBinding: postBinding,
    AssertionConsumerServiceURL: relyingParty.responseUrl,
    // A test shows who the user is at the provider, so the provider must ask instead of signing in silently.
    ...(flow.isTest ? { ForceAuthn: 'true' } : {}),
  }
  const text =
    `<samlp:AuthnRequest xmlns:samlp="${protocolNs}" xmlns:saml="${assertionNs}"${attributesText(attributes)}>` +
    `<saml:Issuer>${escapeXml(relyingParty.identifierUri)}</saml:Issuer>` +
    `<samlp:NameIDPolicy${attributesText(nameIdPolicy(setup, details))}/></samlp:AuthnRequest>`
  const outgoing: Outgoing = {
    field: 'SAMLRequest',
    text,
    relayState: flow.flowId,
    key: details.wantsSignedRequests ? activeKey(relyingParty) : undefined,
    more: flow.loginHint === undefined ? {} : { login_hint: flow.loginHint },
  }
  const { steps, note } = createSteps(now)
  const { origin, pathname } = new URL(address)
  note('sent_to_provider', 'passed', { address: origin + pathname, isSigned: outgoing.key !== undefined })
  return {
    departure: details.signIn.redirect === undefined ? postTo(address, outgoing) : redirectTo(address, outgoing),
    remember: { requestId },
    steps,
  }
}

/** Asks for a persistent NameID where it identifies people, unless the provider lists other formats only, and would refuse. */
function nameIdPolicy({ asksPersistentNameId, claimNames }: ProviderSetup, { nameIdFormats = [] }: SamlDetails): Record<string, string> {
  const isSupported = nameIdFormats.length === 0 || nameIdFormats.includes(nameIdFormat.persistent)
  const isWanted = asksPersistentNameId && claimNames.identifier === undefined && isSupported
  return { ...(isWanted ? { Format: nameIdFormat.persistent } : {}), AllowCreate: 'true' }
}

export const attributesText = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
