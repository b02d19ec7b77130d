import type { PushPayload } from '@steward/contract/notifications/schemas'

/**
 * The service worker: shows push notifications and opens their target page. It caches nothing. It is built
 * as one plain script (`console/build/service-worker.ts`), so it imports only types.
 */

/** A message to a console, handled in `useOpenedByPush.ts`. */
export interface OpenMessage {
  type: 'steward-open'
  /** A path on this origin: `/home/…`. */
  path: string
}

// TypeScript's DOM and webworker libraries exclude each other; these are the worker types used here.
interface WorkerEvent {
  waitUntil: (work: Promise<unknown>) => void
}
interface WindowOfConsole {
  url: string
  visibilityState: 'visible' | 'hidden'
  focus: () => Promise<unknown>
  postMessage: (message: OpenMessage) => void
}
interface WorkerEvents {
  install: WorkerEvent
  activate: WorkerEvent
  push: WorkerEvent & { data: { json: () => unknown } | null }
  notificationclick: WorkerEvent & { notification: { data: unknown; close: () => void } }
  pushsubscriptionchange: WorkerEvent & { oldSubscription?: PushSubscription | null }
}
declare const self: {
  location: { origin: string }
  addEventListener: <E extends keyof WorkerEvents>(type: E, listener: (event: WorkerEvents[E]) => void) => void
  skipWaiting: () => Promise<void>
  registration: {
    scope: string
    pushManager: PushManager
    showNotification: (title: string, options: NotificationOptions) => Promise<void>
  }
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowOfConsole[]>
    openWindow: (url: string) => Promise<unknown>
  }
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  // Encrypted by our own server for this browser, so it has the contract's type.
  const payload = event.data?.json() as PushPayload | undefined
  if (payload !== undefined) event.waitUntil(show(payload))
})

function show({ notificationId, title, body, path, language, kind }: PushPayload): Promise<void> {
  return self.registration.showNotification(title, {
    body,
    lang: language,
    // Replaces a duplicate of the same notification.
    tag: notificationId,
    data: path,
    icon: `${self.registration.scope}notification.png`,
    badge: `${self.registration.scope}notification-badge.png`,
    requireInteraction: kind === 'error',
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

/** Navigates an open console to the path, or opens a window. Only URLs of the console are allowed. */
async function open(path: unknown): Promise<void> {
  const target = new URL(typeof path === 'string' ? path : '', self.registration.scope)
  const url = target.href.startsWith(self.registration.scope) ? target : new URL(self.registration.scope)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const consoles = windows.filter((window) => window.url.startsWith(self.registration.scope))
  const chosen = consoles.find((window) => window.visibilityState === 'visible') ?? consoles[0]
  if (chosen === undefined) {
    await self.clients.openWindow(url.href)
    return
  }
  chosen.postMessage({ type: 'steward-open', path: url.pathname + url.search + url.hash })
  await chosen.focus()
}

// The browser dropped the old subscription. Subscribes again; the console sends it to the server on its next start.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (options === undefined) return
  const { userVisibleOnly, applicationServerKey } = options
  event.waitUntil(self.registration.pushManager.subscribe({ userVisibleOnly, applicationServerKey }))
})
