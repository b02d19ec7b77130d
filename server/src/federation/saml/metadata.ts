import type { FederationCheck } from '@steward/contract/federation/schemas'
import type { ProviderDescription } from '../protocol.ts'
import { readCertificate } from './certificates.ts'
import type { Bindings, SamlDetails } from './details.ts'
import { metadataNs, postBinding, protocolNs, redirectBinding, signatureNs } from './names.ts'
import { certificateText } from './signature.ts'
import { type XmlElement, XmlRefused, childrenOf, everyElement, isElement, parseXml, wholeText } from './xml.ts'

/** Parses the metadata of an identity provider (SAML metadata 2.0). */

/** Enough for one provider; metadata of large federations lists thousands. */
const mostCharacters = 1_048_576
const mostElements = 50_000
const dayMs = 86_400_000
/** Certificates that expire within this time cause a warning. */
const warnedMs = 60 * dayMs
const mostCertificates = 20
const mostFormats = 20

type Add = (code: FederationCheck['code'], outcome: FederationCheck['outcome'], parameters?: FederationCheck['parameters']) => void

export interface ReadMetadata {
  /** Undefined if it cannot be read; a failed check makes it unusable. */
  provider: ProviderDescription | undefined
  checks: FederationCheck[]
}

/** Parses metadata without network access. Faults are reported as checks. */
export function readMetadata(text: string, now: Date): ReadMetadata {
  const checks: FederationCheck[] = []
  const add: Add = (code, outcome, parameters = {}) => checks.push({ code, outcome, parameters })
  return { provider: readEntity(text, now, add), checks }
}

function readEntity(text: string, now: Date, add: Add): ProviderDescription | undefined {
  const entity = findEntity(text, add)
  if (!entity) return undefined
  const role = rolesOf(entity)[0]
  const expired = [role, ...ancestry(entity)].map((element) => element?.attributes.get('validUntil')).find((until) => isPast(until, now))
  if (expired !== undefined) return void add('readable', 'failed', { protocol: 'saml', reason: 'metadata_expired', validUntil: expired })
  add('readable', 'passed', { protocol: 'saml' })
  const issuer = entity.attributes.get('entityID')?.trim() ?? ''
  if (!role || issuer === '' || issuer.length > 1024) return void add('issuer', 'failed', { issuer, expected: '' })
  add('issuer', 'passed', { issuer })
  const signIn = bindingsOf(role, 'SingleSignOnService', add)
  const logout = bindingsOf(role, 'SingleLogoutService', add)
  const nameIdFormats = childrenOf(role, metadataNs, 'NameIDFormat').map((format) => wholeText(format).trim())
  const wantsSignedRequests = isTrue(role.attributes.get('WantAuthnRequestsSigned'))
  const details: SamlDetails = { signIn, logout, wantsSignedRequests, nameIdFormats: nameIdFormats.slice(0, mostFormats) }
  const signInAddress = signIn.redirect ?? signIn.post ?? null
  const logoutAddress = logout.redirect ?? logout.post ?? null
  if (signInAddress === null) add('endpoint_missing', 'failed', { endpoint: 'signIn' })
  const certificates = readCertificates(role, now, add)
  add('logout', logoutAddress === null ? 'warning' : 'passed')
  return {
    protocol: 'saml',
    issuer,
    endpoints: { signIn: signInAddress, token: null, userInfo: null, keys: null, logout: logoutAddress },
    certificates,
    details,
  }
}

/** The only entity that is an identity provider. */
function findEntity(text: string, add: Add): XmlElement | undefined {
  const fail = (reason: string, more: FederationCheck['parameters'] = {}) =>
    void add('readable', 'failed', { protocol: 'saml', reason, ...more })
  try {
    const { root } = parseXml(text, { mostCharacters, mostElements, areCommentsAllowed: true })
    if (!isElement(root, metadataNs, 'EntityDescriptor') && !isElement(root, metadataNs, 'EntitiesDescriptor')) {
      return fail('not_metadata', { element: root.name.slice(0, 100) })
    }
    const entities = [...everyElement(root)].filter((element) => isElement(element, metadataNs, 'EntityDescriptor'))
    const providers = entities.filter((entity) => rolesOf(entity).length > 0)
    const [provider, ...others] = providers
    if (!provider) return fail('no_provider')
    const names = providers.map((entity) => entity.attributes.get('entityID') ?? '')
    if (others.length > 0)
      return fail('several_providers', { count: providers.length, issuers: names.slice(0, 5).join(', ').slice(0, 500) })
    return provider
  } catch (error) {
    if (error instanceof XmlRefused) return fail(error.fault)
    throw error
  }
}

const rolesOf = (entity: XmlElement): XmlElement[] =>
  childrenOf(entity, metadataNs, 'IDPSSODescriptor').filter((role) =>
    role.attributes.get('protocolSupportEnumeration')?.split(/\s+/).includes(protocolNs),
  )

function* ancestry(element: XmlElement): Generator<XmlElement> {
  yield element
  if (element.parent) yield* ancestry(element.parent)
}

const isPast = (until: string | undefined, now: Date): boolean => until !== undefined && !(Date.parse(until) > now.getTime())

const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1'

/** The URLs that browsers are sent to, http and https only. */
function bindingsOf(role: XmlElement, name: string, add: Add): Bindings {
  const bindings: Bindings = {}
  for (const service of childrenOf(role, metadataNs, name)) {
    const binding = { [redirectBinding]: 'redirect', [postBinding]: 'post' }[service.attributes.get('Binding') ?? '']
    if (binding !== 'redirect' && binding !== 'post') continue
    const location = service.attributes.get('Location') ?? ''
    const answer = service.attributes.get('ResponseLocation')
    for (const address of [location, answer ?? location]) {
      if (!['https:', 'http:'].includes(URL.parse(address)?.protocol ?? '') || address.length > 2048) {
        add('endpoint', 'failed', {
          endpoint: name === 'SingleSignOnService' ? 'signIn' : 'logout',
          address: address.slice(0, 200),
          reason: 'malformed',
        })
        return bindings
      }
    }
    bindings[binding] ??= location
    if (answer !== undefined) bindings[binding === 'post' ? 'postAnswer' : 'redirectAnswer'] ??= answer
  }
  return bindings
}

/** Signing certificates (`use` absent or `signing`). They are trusted as keys: an expired one warns, and locks no one out. */
function readCertificates(role: XmlElement, now: Date, add: Add): ProviderDescription['certificates'] {
  const texts = childrenOf(role, metadataNs, 'KeyDescriptor')
    .filter((descriptor) => (descriptor.attributes.get('use') ?? 'signing') === 'signing')
    .flatMap((descriptor) => [...everyElement(descriptor)].filter((element) => isElement(element, signatureNs, 'X509Certificate')))
    .map(certificateText)
  const found = [...new Set(texts)].slice(0, mostCertificates).map(readCertificate)
  const usable = found.filter((read) => read && !read.isWeak && read.certificate.notBefore <= now)
  for (const read of found) {
    if (!read) {
      add('certificate', usable.length > 0 ? 'warning' : 'failed', { subject: '', notAfter: '', reason: 'unreadable' })
      continue
    }
    const { subject, notBefore, notAfter } = read.certificate
    const parameters = { subject, notBefore: notBefore.toISOString(), notAfter: notAfter.toISOString() }
    const otherwise = usable.length > 0 ? 'warning' : 'failed'
    if (read.isWeak) add('certificate', otherwise, { ...parameters, reason: 'weak_key' })
    else if (now >= notAfter) add('certificate', 'warning', { ...parameters, reason: 'expired' })
    else if (now < notBefore) add('certificate', otherwise, { ...parameters, reason: 'not_yet_valid' })
    else add('certificate', notAfter.getTime() - now.getTime() < warnedMs ? 'warning' : 'passed', parameters)
  }
  if (found.length === 0) add('certificate_missing', 'failed')
  // A future certificate is accepted early, so that the provider can switch to it.
  return found.flatMap((read) => (read && !read.isWeak ? [read.certificate] : []))
}
