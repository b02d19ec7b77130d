import { SignedXml } from 'xml-crypto'
import type { SigningCertificate } from '../protocol.ts'
import {
  assumedDigest,
  hashAlgorithms,
  isDigestAlgorithm,
  isSignatureAlgorithm,
  isSignedBy,
  pemOf,
  signatureAlgorithms,
} from './algorithms.ts'
import { enveloped, exclusive, sha256, rsaSha256, signatureNs } from './names.ts'
import {
  type XmlDocument,
  type XmlElement,
  childrenOf,
  everyElement,
  isElement,
  messageLimits,
  onlyChild,
  parseXml,
  standalone,
  wholeText,
} from './xml.ts'

/** XML signatures as SAML uses them: enveloped, over their parent element (SAML core, section 5.4). */

export type SignatureVerdict =
  | {
      kind: 'valid'
      /** The signed content, byte for byte, parsed again. Trust nothing else. */
      signed: XmlDocument
      algorithm: string
      certificate: SigningCertificate
    }
  | { kind: 'missing' }
  | { kind: 'algorithm'; algorithm: string }
  /** `form`: SAML does not allow the signature's form. `value`: no accepted certificate made it. */
  | { kind: 'invalid'; reason: 'form' | 'value' }

const transformsAllowed = new Set([enveloped, exclusive, `${exclusive}WithComments`])
const canonicalizationsAllowed = new Set([exclusive, `${exclusive}WithComments`])

const algorithmOf = (element: XmlElement | undefined): string => element?.attributes.get('Algorithm') ?? ''

/**
 * Checks the signature that is a direct child of an element. Certificates in the message are ignored.
 * @param document the document that contains the element
 */
export function checkSignature(document: XmlDocument, element: XmlElement, certificates: readonly SigningCertificate[]): SignatureVerdict {
  const signatures = childrenOf(element, signatureNs, 'Signature')
  const [signature] = signatures
  if (!signature) return { kind: 'missing' }
  const info = onlyChild(signature, signatureNs, 'SignedInfo')
  if (signatures.length > 1 || !info) return { kind: 'invalid', reason: 'form' }
  const method = onlyChild(info, signatureNs, 'SignatureMethod')
  const digest = [...everyElement(signature)].find((inner) => isElement(inner, signatureNs, 'DigestMethod'))
  for (const [name, isKnown] of [
    [algorithmOf(method), isSignatureAlgorithm],
    [algorithmOf(digest), isDigestAlgorithm],
  ] as const) {
    if (!isKnown(name)) return { kind: 'algorithm', algorithm: name }
  }
  if (!hasForm(signature, info, element)) return { kind: 'invalid', reason: 'form' }
  const certificate = signerOf(document, signature, element, certificates)
  const bytes = certificate && signedBytes(document, signature, element, certificate)
  if (certificate && bytes !== undefined) {
    const signed = parseXml(bytes, { ...messageLimits, mostCharacters: Number.POSITIVE_INFINITY })
    // Must be this element, not another one of the same name.
    if (!isElement(signed.root, element.namespace, element.name) || signed.root.attributes.get('ID') !== element.attributes.get('ID')) {
      return { kind: 'invalid', reason: 'form' }
    }
    return { kind: 'valid', signed, algorithm: algorithmOf(method), certificate }
  }
  return { kind: 'invalid', reason: 'value' }
}

/** Requires one reference, to the element itself, with only the usual transforms and no extra content. */
function hasForm(signature: XmlElement, info: XmlElement, element: XmlElement): boolean {
  const reference = onlyChild(info, signatureNs, 'Reference')
  const id = element.attributes.get('ID')
  if (!reference || id === undefined || !/^[\p{L}_][\p{L}\p{N}._-]*$/u.test(id)) return false
  const transforms = childrenOf(onlyChild(reference, signatureNs, 'Transforms') ?? reference, signatureNs, 'Transform').map(algorithmOf)
  const inner = [...everyElement(signature)]
  return (
    signature.end - signature.start <= mostSignatureLength &&
    reference.attributes.get('URI') === `#${id}` &&
    canonicalizationsAllowed.has(algorithmOf(onlyChild(info, signatureNs, 'CanonicalizationMethod'))) &&
    transforms.length <= 2 &&
    transforms.includes(enveloped) &&
    transforms.every((name) => transformsAllowed.has(name)) &&
    new Set(transforms).size === transforms.length &&
    signature.children.every(
      ({ name, namespace }) => namespace === signatureNs && ['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name),
    ) &&
    inner.filter((part) => part !== signature && part.namespace === signatureNs && partsOnce.has(part.name)).length === partsOnce.size
  )
}

/** With a certificate chain included, in UTF-16 units. */
const mostSignatureLength = 64 * 1024

/** Each exactly once in a signature, at any depth. */
const partsOnce = new Set([
  'SignedInfo',
  'CanonicalizationMethod',
  'SignatureMethod',
  'Reference',
  'Transforms',
  'DigestMethod',
  'DigestValue',
  'SignatureValue',
])

/**
 * Finds the signer before the content is processed: an attacker can make canonicalization take seconds, so it requires a trusted
 * key first. The digest is not checked yet, so the content is not verified.
 */
function signerOf(
  document: XmlDocument,
  signature: XmlElement,
  element: XmlElement,
  certificates: readonly SigningCertificate[],
): SigningCertificate | undefined {
  const [first] = certificates
  const digest = [...everyElement(signature)].find((inner) => isElement(inner, signatureNs, 'DigestValue'))
  if (!first || !digest) return undefined
  let signer: SigningCertificate | undefined
  const checker = checkerOf(first)
  checker.SignatureAlgorithms = signatureAlgorithms((algorithm, material, value) => {
    signer = certificates.find(({ der }) => isSignedBy(der, algorithm, material, value))
    return signer !== undefined
  })
  checker.HashAlgorithms = assumedDigest(wholeText(digest))
  try {
    checker.loadSignature(standalone(document, signature))
    // A substitute for the message with the same identifier, whose form was checked.
    return checker.checkSignature(`<x ID="${element.attributes.get('ID')}"/>`) ? signer : undefined
  } catch {
    return undefined
  }
}

function checkerOf({ der }: SigningCertificate): SignedXml {
  const checker = new SignedXml({ publicCert: pemOf(der) })
  checker.CanonicalizationAlgorithms = Object.fromEntries(
    Object.entries(checker.CanonicalizationAlgorithms).filter(([name]) => transformsAllowed.has(name)),
  )
  return checker
}

function signedBytes(
  document: XmlDocument,
  signature: XmlElement,
  element: XmlElement,
  certificate: SigningCertificate,
): string | undefined {
  const checker = checkerOf(certificate)
  checker.SignatureAlgorithms = signatureAlgorithms((...signed) => isSignedBy(certificate.der, ...signed))
  checker.HashAlgorithms = hashAlgorithms
  try {
    checker.loadSignature(standalone(document, signature))
    // Throws for a wrong value, returns false for a wrong digest.
    if (!checker.checkSignature(document.source)) return undefined
    const signed = checker.getSignedReferences()
    const [reference] = checker.getReferences()
    return signed.length === 1 && reference?.uri === `#${element.attributes.get('ID')}` ? signed[0] : undefined
  } catch {
    return undefined
  }
}

/** The base64 of a certificate in XML, without white space. */
export const certificateText = (element: XmlElement): string => wholeText(element).replace(/\s+/g, '')

/**
 * Signs the root element of a message of ours; the signature follows its first child, the issuer (SAML core, section 3.2.1).
 * @param text a message whose root has an `ID` and begins with `saml:Issuer`
 */
export function signMessage(text: string, { privateKey, certificate }: { privateKey: string; certificate: string }): string {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: exclusive,
  })
  signer.addReference({ xpath: '/*', transforms: [enveloped, exclusive], digestAlgorithm: sha256 })
  signer.computeSignature(text, { prefix: 'ds', location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } })
  return signer.getSignedXml()
}
