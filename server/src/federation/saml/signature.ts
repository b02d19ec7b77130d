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

/** XML signatures as SAML uses them: enveloped, over the element that they stand in (SAML core, section 5.4). */

export type SignatureVerdict =
  | {
      kind: 'valid'
      /** What the signature covers, byte for byte, parsed anew. Nothing else may be believed. */
      signed: XmlDocument
      algorithm: string
      certificate: SigningCertificate
    }
  | { kind: 'missing' }
  | { kind: 'algorithm'; algorithm: string }
  /** `form`: the signature is not of the form that SAML allows. `value`: no accepted certificate made it. */
  | { kind: 'invalid'; reason: 'form' | 'value' }

const transformsAllowed = new Set([enveloped, exclusive, `${exclusive}WithComments`])
const canonicalizationsAllowed = new Set([exclusive, `${exclusive}WithComments`])

const algorithmOf = (element: XmlElement | undefined): string => element?.attributes.get('Algorithm') ?? ''

/**
 * Checks the signature that stands directly in an element. Certificates inside the message are not looked at.
 * @param document the whole of which the element is a part
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
    // The element that was looked at, and no other of the same name.
    if (!isElement(signed.root, element.namespace, element.name) || signed.root.attributes.get('ID') !== element.attributes.get('ID')) {
      return { kind: 'invalid', reason: 'form' }
    }
    return { kind: 'valid', signed, algorithm: algorithmOf(method), certificate }
  }
  return { kind: 'invalid', reason: 'value' }
}

/** One reference to the element itself, nothing but the usual transforms, and nothing carried along. */
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

/** With a chain of certificates in it, in UTF-16 units. */
const mostSignatureLength = 64 * 1024

/** Each exactly once in a signature, wherever it stands. */
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
 * Who made the signature, looked at before what it is about: canonicalizing a message costs seconds where somebody made it for that, and nobody without a
 * key is to cause it. The digest is not looked at yet, so nothing is shown by this alone.
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
    // In place of the message an element of the same identifier, whose form was checked.
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
    // Throws for a wrong value, answers false for a wrong digest.
    if (!checker.checkSignature(document.source)) return undefined
    const signed = checker.getSignedReferences()
    const [reference] = checker.getReferences()
    return signed.length === 1 && reference?.uri === `#${element.attributes.get('ID')}` ? signed[0] : undefined
  } catch {
    return undefined
  }
}

/** The base64 of a certificate as XML has it, without its white space. */
export const certificateText = (element: XmlElement): string => wholeText(element).replace(/\s+/g, '')

/**
 * Signs the root element of a message of ours; the signature stands after its first child, the issuer (SAML core, section 3.2.1).
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
