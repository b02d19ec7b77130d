import { sign } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import type { KeyPair } from './saml-provider.ts'
import {
  assertionNs,
  bearer,
  enveloped,
  exclusive,
  nameIdFormat,
  protocolNs,
  rsaSha256,
  sha256,
  success,
} from '../../federation/saml/names.ts'

/** Messages as a provider or an attacker would create them; for tests. */

export const issuer = 'https://idp.example/metadata'
export const requestId = '_flow-4711'
export const self = 'https://steward.example/auth/federation/northwind'

export const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

/** Overrides of a test; whole elements and attributes as XML. */
export interface AssertionParts {
  id: string
  version: string
  issuer: string
  nameId: string
  nameIdFormat: string
  method: string
  confirmation: Record<string, string | undefined>
  conditions: Record<string, string | undefined>
  audiences: string
  moreConditions: string
  statement: string
  attributes: string
}

const attributesOf = (attributes: Record<string, string | undefined>): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${value}"`))
    .join('')

export const audience = (...names: string[]): string =>
  `<saml:AudienceRestriction>${names.map((name) => `<saml:Audience>${name}</saml:Audience>`).join('')}</saml:AudienceRestriction>`

/** An unsigned assertion that would be accepted if it were signed. */
export function assertionXml(parts: Partial<AssertionParts> = {}): string {
  const confirmation = { NotOnOrAfter: at(300), Recipient: `${self}/acs`, InResponseTo: requestId, ...parts.confirmation }
  const conditions = { NotBefore: at(-10), NotOnOrAfter: at(300), ...parts.conditions }
  return (
    `<saml:Assertion xmlns:saml="${assertionNs}" ID="${parts.id ?? '_assertion'}" Version="${parts.version ?? '2.0'}" IssueInstant="${at(0)}">` +
    `<saml:Issuer>${parts.issuer ?? issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${parts.nameIdFormat ?? nameIdFormat.persistent}">${parts.nameId ?? 'mallory'}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${parts.method ?? bearer}"><saml:SubjectConfirmationData${attributesOf(confirmation)}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions${attributesOf(conditions)}>${parts.audiences ?? audience(self)}${parts.moreConditions ?? ''}</saml:Conditions>` +
    (parts.statement ?? `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_session"/>`) +
    `${parts.attributes ?? ''}</saml:Assertion>`
  )
}

export interface ResponseParts {
  id: string
  version: string
  destination: string | undefined
  inResponseTo: string | undefined
  issuer: string
  status: string
}

export function responseXml(inside: string, parts: Partial<ResponseParts> = {}): string {
  const attributes = { Destination: `${self}/acs`, InResponseTo: requestId, ...renamed(parts) }
  return (
    `<samlp:Response xmlns:samlp="${protocolNs}" xmlns:saml="${assertionNs}" ID="${parts.id ?? '_response'}" Version="${parts.version ?? '2.0'}" IssueInstant="${at(0)}"${attributesOf(attributes)}>` +
    `<saml:Issuer>${parts.issuer ?? issuer}</saml:Issuer>` +
    `${parts.status ?? `<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status>`}${inside}</samlp:Response>`
  )
}

function renamed(parts: Partial<ResponseParts>): Record<string, string | undefined> {
  const renamed: Record<string, string | undefined> = {}
  if ('destination' in parts) renamed['Destination'] = parts.destination
  if ('inResponseTo' in parts) renamed['InResponseTo'] = parts.inResponseTo
  return renamed
}

export interface SigningChoices {
  /** The element that is signed and contains the signature. */
  element: 'Assertion' | 'Response' | 'LogoutRequest'
  algorithm: string
  digest: string
  canonicalization: string
  transforms: string[]
  /** The certificate included in the message. */
  certificate: string
  /** Signs the second time too. */
  references: number
}

/** Transforms of the standard that no verifier should apply. */
export const oddTransforms = [
  'http://www.w3.org/TR/1999/REC-xslt-19991116',
  'http://www.w3.org/TR/1999/REC-xpath-19991116',
  'http://www.w3.org/2002/06/xmldsig-filter2',
  'http://www.w3.org/2000/09/xmldsig#base64',
]

export const ecdsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'

/** Signs an element of the text with a key, as the choices say. */
export function signed(text: string, key: KeyPair, choices: Partial<SigningChoices> = {}): string {
  const { element = 'Assertion', algorithm = rsaSha256, digest = sha256, canonicalization = exclusive, references = 1 } = choices
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: choices.certificate ?? key.certificate,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonicalization,
  })
  for (const name of oddTransforms) {
    signer.CanonicalizationAlgorithms[name] = class {
      getAlgorithmName = () => name
      process = () => '<selected/>'
    }
  }
  signer.SignatureAlgorithms[ecdsaSha256] = class {
    getAlgorithmName = () => ecdsaSha256
    getSignature = (material: unknown) =>
      sign('sha256', Buffer.from(String(material)), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')
    verifySignature = () => false
  }
  if (algorithm.includes('hmac')) {
    signer.enableHMAC()
    // The public certificate used as the secret.
    signer.privateKey = key.certificate
  }
  const xpath = `//*[local-name(.)='${element}']`
  for (let count = 0; count < references; count += 1) {
    signer.addReference({ xpath, transforms: choices.transforms ?? [enveloped, exclusive], digestAlgorithm: digest })
  }
  signer.computeSignature(text, { prefix: 'ds', location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signer.getSignedXml()
}

const signaturePattern = /<ds:Signature [\s\S]*?<\/ds:Signature>/

const signatureOf = (text: string): string => signaturePattern.exec(text)?.[0] ?? ''
const bare = (text: string): string => text.replace(signaturePattern, '')
const assertionOf = (text: string): string => /<saml:Assertion [\s\S]*<\/saml:Assertion>/.exec(text)?.[0] ?? ''
const into = (signature: string, inside: string): string => signature.replace('</ds:Signature>', `${inside}</ds:Signature>`)

/** A response without the provider's signature or assertion, and so without anything that was signed. */
const emptied = (text: string): string => bare(text).replace(assertionOf(text), '')
const withId = (text: string, id: string): string => text.replace(/(<samlp:Response [^>]*?\bID=")[^"]*/, `$1${id}`)

/** Replaces the signed name with another user's. */
export const evilName = 'victim-administrator'
const evil = (text: string, id: string): string =>
  text.replace('mallory', evilName).replace(/(<saml(?:p)?:(?:Assertion|Response) [^>]*?\bID=")[^"]*/, `$1${id}`)

/**
 * The eight signature wrapping attacks of Somorovsky et al., "On Breaking SAML" (USENIX Security 2012): the
 * first two on a signed response, the others on a signed assertion.
 */
export const wrappings: Record<string, (text: string) => string> = {
  'XSW1: the response inside its own signature': (text) => {
    const signature = signatureOf(text)
    return evil(text, '_evil').replace(signaturePattern, () => into(signature, bare(text)))
  },
  'XSW2: the response before its own signature': (text) => {
    const signature = signatureOf(text)
    return evil(text, '_evil').replace(signaturePattern, () => `${bare(text)}${signature}`)
  },
  'XSW3: another assertion before the signed one': (text) => {
    const original = assertionOf(text)
    return text.replace(original, () => evil(bare(original), '_evil') + original)
  },
  'XSW4: the signed assertion inside another': (text) => {
    const original = assertionOf(text)
    return text.replace(original, () => evil(bare(original), '_evil').replace('</saml:Assertion>', `${original}</saml:Assertion>`))
  },
  'XSW5: another assertion with the signature, the signed one after it': (text) => {
    const original = assertionOf(text)
    return text.replace(original, () => evil(original, '_evil') + bare(original))
  },
  'XSW6: the signed assertion inside its signature, in another': (text) => {
    const original = assertionOf(text)
    const signature = signatureOf(original)
    return text.replace(original, () => evil(original, '_evil').replace(signaturePattern, () => into(signature, bare(original))))
  },
  'XSW7: another assertion in extensions': (text) => {
    const original = assertionOf(text)
    const extensions = `<samlp:Extensions>${evil(bare(original), '_assertion')}</samlp:Extensions>`
    return text.replace(original, () => extensions + original)
  },
  'XSW8: the signed assertion in an object of its signature, in another': (text) => {
    const original = assertionOf(text)
    const object = `<ds:Object>${bare(original)}</ds:Object>`
    return text.replace(original, () => evil(original, '_assertion').replace(signaturePattern, (signature) => into(signature, object)))
  },
}

/**
 * The same eight attacks on a response whose signature alone covers the assertion: the signed response is moved to where the signed
 * assertion was, and a forged response around it is what a careless reader finds.
 */
export const responseWrappings: Record<string, (text: string) => string> = {
  'XSW1: the response inside its own signature': wrappings['XSW1: the response inside its own signature'] ?? String,
  'XSW2: the response before its own signature': wrappings['XSW2: the response before its own signature'] ?? String,
  'XSW3: the signed response in another, after its assertion': (text) => forgedAround(text, ({ assertion }) => assertion + text),
  'XSW4: the signed response inside the assertion of another': (text) =>
    forgedAround(text, ({ assertion }) => assertion.replace('</saml:Assertion>', () => `${text}</saml:Assertion>`)),
  'XSW5: another response with the signature, the signed one after its assertion': (text) =>
    forgedAround(text, ({ assertion, signature }) => signature + assertion + bare(text)),
  'XSW6: the signed response inside its signature, in the assertion of another': (text) =>
    forgedAround(text, ({ assertion, signature }) =>
      assertion.replace('</saml:Issuer>', () => `</saml:Issuer>${into(signature, bare(text))}`),
    ),
  'XSW7: the signed response in the extensions of another with its identifier': (text) =>
    withId(
      forgedAround(text, ({ assertion }) => `<samlp:Extensions>${text}</samlp:Extensions>${assertion}`),
      '_response',
    ),
  'XSW8: the signed response in an object of its signature, in another with its identifier': (text) =>
    withId(
      forgedAround(text, ({ assertion, signature }) => into(signature, `<ds:Object>${bare(text)}</ds:Object>`) + assertion),
      '_response',
    ),
}

/** A forged response with the given content. */
function forgedAround(text: string, content: (parts: { assertion: string; signature: string }) => string): string {
  const parts = { assertion: evil(assertionOf(text), '_evil_assertion'), signature: signatureOf(text) }
  return withId(emptied(text), '_evil').replace('</samlp:Response>', () => `${content(parts)}</samlp:Response>`)
}
