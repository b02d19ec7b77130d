import type { Cipher } from '../secrets/cipher.ts'
import type { Row } from '../db/types.ts'

/** The secrets of webhooks at rest. */

const contextOf = (tenantId: string) => `log-stream:${tenantId}`

export const sealSecret = (cipher: Cipher, tenantId: string, secret: string): string =>
  JSON.stringify(cipher.seal(secret, contextOf(tenantId)))

function openSecret(cipher: Cipher, tenantId: string, sealed: string | null): string[] {
  if (sealed === null) return []
  const opened = cipher.open(JSON.parse(sealed), contextOf(tenantId))
  return typeof opened === 'string' ? [opened] : []
}

/** Those that sign now: the current one, and the one before it for a while after a rotation. */
export function signingSecrets(
  cipher: Cipher,
  stream: Pick<Row<'log_stream'>, 'tenant_id' | 'signing_secret' | 'previous_signing_secret' | 'previous_expires_at'>,
  now: Date,
): string[] {
  const hasPrevious = stream.previous_expires_at !== null && stream.previous_expires_at > now
  return [
    ...openSecret(cipher, stream.tenant_id, stream.signing_secret),
    ...(hasPrevious ? openSecret(cipher, stream.tenant_id, stream.previous_signing_secret) : []),
  ]
}
