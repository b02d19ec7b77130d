import { createHmac, randomBytes } from 'node:crypto'

/** Signatures of webhooks (Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks). */

const secretBytes = 24
const prefix = 'whsec_'

export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

export interface SignedMessage {
  /** The same each time a batch is sent. */
  id: string
  sentAt: Date
  body: string
}

/** The headers of a message: one signature for each secret, so that a receiver can change from one to the other. */
export function signedHeaders({ id, sentAt, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const signatureBy = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' '),
  }
}
