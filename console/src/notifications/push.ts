import { addPushSubscription, getPushKey } from '@steward/contract/notifications/endpoints'
import { api } from '../api/client.ts'
import { authState } from '../session/token/state.ts'

/** Web push for this browser (RFC 8030): turned on by the user, received by the service worker `worker.ts`. */

export type PushState =
  /** The browser doesn't support push, or the page isn't served over HTTPS. */
  | { kind: 'unsupported' }
  /** The user or a policy blocked notifications for this site. */
  | { kind: 'denied' }
  | { kind: 'off' }
  /** This browser gets pushes at this endpoint. */
  | { kind: 'on'; endpoint: string }

const base = import.meta.env.BASE_URL
const workerAddress = `${base}sw.js`

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const current = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration(base)
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return { kind: 'unsupported' }
  if (Notification.permission === 'denied') return { kind: 'denied' }
  const subscription = await current()
  return subscription === null || Notification.permission !== 'granted' ? { kind: 'off' } : { kind: 'on', endpoint: subscription.endpoint }
}

/** With `require-trusted-types-for 'script'`, only a policy can set a worker's URL. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (input: string) => string }
}

function trustedWorkerAddress(): string {
  // Not in TypeScript's DOM types, and not in every browser.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('steward-worker', { createScriptURL: () => workerAddress })
  return policy?.createScriptURL(workerAddress) ?? workerAddress
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Asks for permission, subscribes the browser at its push service, and sends the subscription to the server.
 * Call it from a click handler: browsers ignore permission requests without a user gesture.
 * @throws ProblemError, NetworkError, or the browser's error if its push service can't be reached
 */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  await navigator.serviceWorker.register(trustedWorkerAddress(), { scope: base, updateViaCache: 'none' })
  const registration = await navigator.serviceWorker.ready
  const { publicKey } = await api(getPushKey, {})
  const known = await registration.pushManager.getSubscription()
  // A subscription for another key, such as of a reinstalled server, gets none of our pushes. One of another user, perhaps of
  // another tenant, would show their notifications to this user.
  const isOwn = readKept().userId === authState().user?.userId
  if (known !== null && (keyOf(known) !== publicKey || !isOwn)) await known.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await tellServer(subscription)
  return { kind: 'on', endpoint: subscription.endpoint }
}

/** The user and the endpoint this browser was subscribed with. */
interface Kept {
  userId: string
  endpoint: string
}
const keptKey = 'steward.push'

function readKept(): Partial<Kept> {
  try {
    // Written below. Other content is harmless, because only the two strings are read.
    return (JSON.parse(localStorage.getItem(keptKey) ?? '{}') ?? {}) as Partial<Kept>
  } catch {
    return {}
  }
}

/**
 * Browsers sometimes renew their subscription, and only a signed-in console can tell the server: sends the new one if it
 * changed since the user turned push on here.
 */
export async function keepPush(): Promise<void> {
  const kept = readKept()
  if (!isSupported() || kept.userId !== authState().user?.userId || Notification.permission !== 'granted') return
  const subscription = await current()
  if (subscription !== null && subscription.endpoint !== kept.endpoint) await tellServer(subscription)
}

/** Unsubscribes the browser; the caller removes the device on the server. */
export async function disablePush(): Promise<void> {
  localStorage.removeItem(keptKey)
  await (await current())?.unsubscribe()
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Error('a push subscription without keys')
  await api(addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } })
  const userId = authState().user?.userId
  if (userId !== undefined) localStorage.setItem(keptKey, JSON.stringify({ userId, endpoint } satisfies Kept))
}

/** The key of a subscription, in base64url like the server's. */
function keyOf({ options }: PushSubscription): string | undefined {
  if (options.applicationServerKey === null) return undefined
  const bytes = new Uint8Array(options.applicationServerKey)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
