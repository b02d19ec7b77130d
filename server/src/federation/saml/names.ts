import { clockToleranceSeconds } from '../clock.ts'

/** Names defined by SAML 2.0, XML Signature and XML Encryption. */

export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#'
export const encryptionNs = 'http://www.w3.org/2001/04/xmlenc#'

export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

export const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

export const nameIdFormat = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
export const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Tolerated clock skew between provider and server. */
export const clockSkewMs = clockToleranceSeconds * 1_000
