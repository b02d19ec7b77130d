import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getPushKey } from '@steward/contract/notifications/endpoints'
import { setUser } from '../session/token/state.ts'
import { buildUser } from '../testing/user.ts'
import { enablePush } from './push.ts'

const publicKey = 'BIbjCoVklTIiXYjv3Z5WS9oemREJPCOFVHwpAxQphYoA5FOTzG-xOq6GiK31R-NF--qzgT3_C2jurmRX_N6nY9g'
const keyBytes = Uint8Array.from(atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer

/** The browser's side: one subscription at a time, each with its own endpoint. */
let registered: { endpoint: string } | null = null
let made = 0

function registration() {
  const shown = registered && {
    ...registered,
    options: { applicationServerKey: keyBytes },
    toJSON: () => ({ ...registered, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      registered = null
      return true
    },
  }
  return shown
}

const pushManager = {
  getSubscription: async () => registration(),
  subscribe: async () => {
    registered ??= { endpoint: `https://push.example/${++made}` }
    return registration()
  },
}

beforeEach(() => {
  registered = null
  made = 0
  localStorage.clear()
  const scope = { pushManager }
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  vi.stubGlobal('PushManager', vi.fn())
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: async () => scope, ready: Promise.resolve(scope), getRegistration: async () => scope },
  })
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(new URL(url, 'http://localhost').pathname === getPushKey.path ? { publicKey } : {}, { status: 200 }),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('keeps the endpoint when push is turned on again', async () => {
  setUser(buildUser())
  expect(await enablePush()).toEqual({ kind: 'on', endpoint: 'https://push.example/1' })
  expect(await enablePush()).toEqual({ kind: 'on', endpoint: 'https://push.example/1' })
})

test('uses a new endpoint when another user turns on push, so that no one sees another user’s notifications', async () => {
  setUser(buildUser())
  await enablePush()
  setUser({ ...buildUser(), userId: '0199c0de-7777-7c11-9d59-3b8f5f1c2a44' })
  expect(await enablePush()).toEqual({ kind: 'on', endpoint: 'https://push.example/2' })
})
