import type { Incoming, Protocol, ProviderSetup } from '../protocol.ts'
import { type SamlDetails, detailsSchema } from './details.ts'
import { readMessage } from './encoding.ts'
import { beginLogout, readLogout } from './logout.ts'
import { metadataNs, protocolNs } from './names.ts'
import { readProvider } from './provider.ts'
import { relyingPartyMetadata } from './relying-party.ts'
import { beginSignIn, flowIdOfRequest } from './request.ts'
import { completeSignIn } from './response.ts'
import { XmlRefused, isElement, messageLimits, readRoot } from './xml.ts'

/** SAML 2.0: web browser single sign-on started by us, and single logout started by either side. */
export function createSaml(): Protocol {
  const detailsOf = ({ details }: ProviderSetup): SamlDetails => detailsSchema.parse(details)
  return {
    protocol: 'saml',
    recognizes: (text) => text.slice(0, 10_000).includes(metadataNs),
    readProvider,
    begin: async (setup, flow, { now }) => beginSignIn(setup, detailsOf(setup), flow, now),
    flowIdOf,
    complete: completeSignIn,
    logout: async (setup, subject, session, { now }) => beginLogout(setup, detailsOf(setup), subject, session, now()),
    readLogout: (setup, incoming, tools) => readLogout(setup, detailsOf(setup), incoming, tools),
    relyingPartyMetadata: (relyingParty, setup) =>
      relyingPartyMetadata(relyingParty, { signsRequests: setup?.protocol === 'saml' && detailsOf(setup).wantsSignedRequests }),
  }
}

/**
 * A response names its request, and thereby its flow. One without a request is unsolicited: with provider-initiated sign-in there is
 * no way to know whose browser it is, so it is refused (login CSRF).
 */
function flowIdOf(incoming: Incoming): string | undefined {
  const raw = readMessage(incoming)
  if (raw.kind === 'unreadable') return incoming.form['RelayState']
  try {
    const root = readRoot(raw.text, messageLimits)
    const inResponseTo = root && isElement(root, protocolNs, 'Response') ? root.attributes.get('InResponseTo') : undefined
    return inResponseTo === undefined ? undefined : flowIdOfRequest(inResponseTo)
  } catch (error) {
    if (error instanceof XmlRefused) return incoming.form['RelayState']
    throw error
  }
}
