import { addPushSubscription, getPushKey } from '@steward/contract/notifications/endpoints'
import { api } from '../api/client.ts'
import { authState } from '../session/token/state.ts'

/** Push of this browser (RFC 8030): asked for by the user, received by the service worker `worker.ts`. */

export type PushState =
  /** The browser has none, or the page is not served over https. */
  | { kind: 'unsupported' }
  /** The user, or a policy, forbade notifications of this site. */
  | { kind: 'denied' }
  | { kind: 'off' }
  /** The browser takes pushes at this address. */
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

/** With `require-trusted-types-for 'script'` a worker's address must come from a policy. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (input: string) => string }
}

function trustedWorkerAddress(): string {
  // Not in the library's types yet, nor in every browser.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('steward-worker', { createScriptURL: () => workerAddress })
  return policy?.createScriptURL(workerAddress) ?? workerAddress
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Asks the user for permission, registers the browser with its push service, and the service's address with the server.
 * Call it from a press of a button: browsers ignore what asks by itself.
 * @throws ProblemError, NetworkError, or what the browser threw where its push service cannot be reached
 */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  await navigator.serviceWorker.register(trustedWorkerAddress(), { scope: base, updateViaCache: 'none' })
  const registration = await navigator.serviceWorker.ready
  const { publicKey } = await api(getPushKey, {})
  const known = await registration.pushManager.getSubscription()
  // One for another key, of a server that was set up anew, takes none of ours; one of somebody else, who may even be of another
  // tenant, would go on showing their notifications to this user.
  const isOwn = readKept().userId === authState().user?.userId
  if (known !== null && (keyOf(known) !== publicKey || !isOwn)) await known.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await tellServer(subscription)
  return { kind: 'on', endpoint: subscription.endpoint }
}

/** What this browser was registered as, for whom. */
interface Kept {
  userId: string
  endpoint: string
}
const keptKey = 'steward.push'

function readKept(): Partial<Kept> {
  try {
    // Written below; whatever else is there is asked for its two texts only.
    return (JSON.parse(localStorage.getItem(keptKey) ?? '{}') ?? {}) as Partial<Kept>
  } catch {
    return {}
  }
}

/**
 * Browsers renew their registration now and then, and only a console that is signed in can tell the server: tells it where
 * it changed since the user turned push on here.
 */
export async function keepPush(): Promise<void> {
  const kept = readKept()
  if (!isSupported() || kept.userId !== authState().user?.userId || Notification.permission !== 'granted') return
  const subscription = await current()
  if (subscription !== null && subscription.endpoint !== kept.endpoint) await tellServer(subscription)
}

/** Takes the browser's registration back; the server is told by whoever knows its id. */
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

/** The key a registration was made for, in base64url as the server writes it. */
function keyOf({ options }: PushSubscription): string | undefined {
  if (options.applicationServerKey === null) return undefined
  const bytes = new Uint8Array(options.applicationServerKey)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
