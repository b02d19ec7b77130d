import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import type { PushPayload } from '@steward/contract/notifications/schemas'
import { workerScript } from '../../build/service-worker.ts'

const origin = 'https://steward.example'
const payload: PushPayload = {
  notificationId: '0199c0de-5555-7c11-9d59-3b8f5f1c2a44',
  messageType: 'GroupCreated',
  kind: 'success',
  title: 'Group created',
  body: 'ada created the group Analysts.',
  path: '/home/user-administration/groups/0199c0de-3333-7c11-9d59-3b8f5f1c2a44',
  language: 'en',
}

/** An open console window. */
const buildWindow = (url: string, visibilityState: 'visible' | 'hidden' = 'hidden') => ({
  url,
  visibilityState,
  focus: vi.fn(() => Promise.resolve()),
  postMessage: vi.fn(),
})

/** Runs the built script in a service worker scope. */
async function startWorker(windows: ReturnType<typeof buildWindow>[] = []) {
  const listeners: Record<string, (event: object) => void> = {}
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    skipWaiting: vi.fn(() => Promise.resolve()),
    registration: {
      scope: `${origin}/home/`,
      showNotification: vi.fn(() => Promise.resolve()),
      pushManager: { subscribe: vi.fn(() => Promise.resolve()) },
    },
    clients: { claim: vi.fn(), matchAll: vi.fn(() => Promise.resolve(windows)), openWindow: vi.fn(() => Promise.resolve()) },
  }
  runInNewContext(await workerScript(), { self, URL })
  const dispatch = async (type: string, event: object) => {
    const work: Promise<unknown>[] = []
    listeners[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
    await Promise.all(work)
  }
  const click = (data: unknown) => dispatch('notificationclick', { notification: { data, close: vi.fn() } })
  return { self, dispatch, click }
}

test('shows each push once, in its language', async () => {
  const { self, dispatch } = await startWorker()
  await dispatch('push', { data: { json: () => payload } })
  expect(self.registration.showNotification).toHaveBeenCalledWith(
    'Group created',
    expect.objectContaining({ body: payload.body, tag: payload.notificationId, data: payload.path, lang: 'en' }),
  )
  await dispatch('push', { data: null })
  expect(self.registration.showNotification).toHaveBeenCalledTimes(1)
})

test('opens the target page on a click', async () => {
  const { self, click } = await startWorker([buildWindow(`${origin}/other`)])
  await click(payload.path)
  expect(self.clients.openWindow).toHaveBeenCalledWith(origin + payload.path)
})

test('navigates the visible console if one is open', async () => {
  const windows = [buildWindow(`${origin}/home/launchpad`), buildWindow(`${origin}/home/launchpad`, 'visible')]
  const { self, click } = await startWorker(windows)
  await click(payload.path)
  expect(windows[1]?.postMessage).toHaveBeenCalledWith({ type: 'steward-open', path: payload.path })
  expect(windows[1]?.focus).toHaveBeenCalled()
  expect(windows[0]?.postMessage).not.toHaveBeenCalled()
  expect(self.clients.openWindow).not.toHaveBeenCalled()
})

test.each(['https://evil.example/home/', '//evil.example/home/', '/auth/v1/Profile/signout', 'javascript:alert(1)', undefined])(
  'nothing leads out of the console: %s',
  async (path) => {
    const { self, click } = await startWorker()
    await click(path)
    expect(self.clients.openWindow).toHaveBeenCalledWith(`${origin}/home/`)
  },
)

test('resubscribes with the same key when the browser drops a subscription', async () => {
  const { self, dispatch } = await startWorker()
  const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) }
  await dispatch('pushsubscriptionchange', { oldSubscription: { options } })
  expect(self.registration.pushManager.subscribe).toHaveBeenCalledWith(options)
})
