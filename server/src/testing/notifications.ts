import { type ECDH, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import type { Notification } from '@steward/contract/notifications/schemas'
import { systemContext, withTenant } from '../db/tenant.ts'
import type { TestApp, TestTenant } from './app.ts'
import { type Message, publish } from '../notifications/publish.ts'

/** Sends a notification to a tenant, as an area would. */
export const tell = (test: TestApp, tenant: TestTenant, message: Message): Promise<void> =>
  withTenant(test.db, systemContext(tenant.tenantId), (tx) => publish(tx, message))

export const groupUpdated = (groupName: string): Message => ({
  messageType: 'GroupUpdated',
  parameters: { groupName, actorName: 'someone' },
})

/** The groups that the notifications of a response are about, in order. */
export const groupsIn = (items: readonly Notification[]): unknown[] => items.map(({ properties }) => properties.parameters['groupName'])

/** The first page of the user's own notifications. */
export async function notificationsOf(test: TestApp, token: string, query: object = {}) {
  const answer = await test.call(listNotifications, { query }, { token })
  if (answer.status !== 200) throw new Error(`the list answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as { items: Notification[]; hasMore: boolean; unreadCount: number; cursor: string }
}

/** The tenant's failed notifications, from the system log. */
export async function failuresOf(test: TestApp, tenant: TestTenant) {
  return withTenant(test.db, systemContext(tenant.tenantId), (tx) =>
    tx
      .selectFrom('system_log')
      .select(['username', 'outcome', 'details'])
      .where('kind', '=', 'notification_failed')
      .orderBy('system_log_id')
      .execute(),
  )
}

/** A browser and its push service on the loopback: accepts pushes, checks their signatures, and decrypts them. */
export interface PushReceiver {
  /** In the format that a browser gives the console. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: ReceivedPush[]
  /** Answers the next pushes with these statuses, then with 201 again. */
  answerWith(...statuses: number[]): void
  close(): Promise<void>
}

export interface ReceivedPush {
  payload: unknown
  headers: IncomingHttpHeaders
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const received: ReceivedPush[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        received.push({ payload: JSON.parse(decrypt(body, browser, auth)), headers: request.headers })
        response.writeHead(answers.shift() ?? 201).end()
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/push/${randomBytes(8).toString('hex')}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    received,
    answerWith: (...statuses) => void answers.push(...statuses),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** RFC 8291, section 3.4, over RFC 8188, section 2: one record of `aes128gcm`. */
function decrypt(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), serverKey])
  const secret = hkdfSync('sha256', browser.computeSecret(serverKey), auth, info, 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
