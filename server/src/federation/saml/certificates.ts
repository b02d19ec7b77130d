import { X509Certificate, createHash } from 'node:crypto'
import type { SigningCertificate } from '../protocol.ts'

/** A parsed certificate from metadata or settings. */
export interface ReadCertificate {
  certificate: SigningCertificate
  /** The key is too weak: RSA below 2048 bits, or another type than RSA and EC. */
  isWeak: boolean
}

/** @param der base64 without white space. Undefined if it is not a certificate. */
export function readCertificate(der: string): ReadCertificate | undefined {
  if (!/^[A-Za-z0-9+/]+=*$/.test(der)) return undefined
  const bytes = Buffer.from(der, 'base64')
  try {
    const { subject, validFromDate, validToDate, publicKey } = new X509Certificate(bytes)
    const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {}
    return {
      certificate: {
        der: bytes.toString('base64'),
        fingerprint: createHash('sha256').update(bytes).digest('hex'),
        subject: subject?.replaceAll('\n', ', ') ?? '',
        notBefore: validFromDate,
        notAfter: validToDate,
      },
      isWeak: publicKey.asymmetricKeyType === 'rsa' ? modulusLength < 2048 : publicKey.asymmetricKeyType !== 'ec',
    }
  } catch {
    return undefined
  }
}
