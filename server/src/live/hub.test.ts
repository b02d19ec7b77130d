import { describe, expect, it, vi } from 'vitest'
import type { ChangeMessage } from '../db/listen.ts'
import { type HubOptions, type LiveClient, type LiveSocket, createHub } from './hub.ts'

/** Tests the hub alone: sockets and listeners are small fakes, so that no time has to pass. */
function build(limits?: HubOptions['limits']) {
  const callbacks = new Set<(message: ChangeMessage) => void>()
  const changes = {
    onChange(callback: (message: ChangeMessage) => void) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    close: async () => undefined,
  }
  const hub = createHub({
    changes,
    openSessions: async (_tenantId, ids) => new Set(ids),
    limits,
    onError: (error) => {
      throw error
    },
  })
  return { hub, callbacks, emit: (message: ChangeMessage) => callbacks.forEach((callback) => callback(message)) }
}

function client(overrides: Partial<LiveSocket> = {}): LiveClient & { sent: string[]; state: { isTerminated: boolean } } {
  const sent: string[] = []
  const state = { isTerminated: false }
  const socket: LiveSocket = {
    readyState: 1,
    bufferedAmount: 0,
    send: (data) => void sent.push(data),
    close: () => undefined,
    terminate: () => void (state.isTerminated = true),
    ...overrides,
  }
  return { socket, tenantId: 't', userId: 'u', sessionId: 's', isAnswering: true, sent, state }
}

it('refuses more consoles of a user who has many, once there are many of all', () => {
  const { hub } = build({ crowded: 4, ofUser: 2 })
  const [first, ...others] = [client(), client(), client()]
  for (const one of [first, ...others]) expect(hub.add(one)).toBe(true)
  const add = (userId: string) => hub.add({ ...client(), userId })
  expect([add('other'), add('u'), add('other'), add('other')]).toEqual([true, false, true, false])
  for (const one of [first, ...others]) hub.remove(one)
  expect(add('u')).toBe(true)
})

describe('the heartbeat', () => {
  it("drops consoles that don't respond", () => {
    const { hub } = build()
    const [answering, silent] = [client(), client()]
    hub.add(answering)
    hub.add(silent)
    hub.beat()
    expect([answering.sent, silent.sent]).toEqual([['{"type":"ping"}'], ['{"type":"ping"}']])
    answering.isAnswering = true
    hub.beat()
    expect([answering.state.isTerminated, silent.state.isTerminated, hub.size]).toEqual([false, true, 1])
  })

  it("drops consoles that don't read", () => {
    const { hub } = build()
    const slow = client({ bufferedAmount: 2 ** 21 })
    hub.add(slow)
    hub.beat()
    expect([slow.state.isTerminated, hub.size]).toEqual([true, 0])
  })
})

it('asks every console to reload everything if changes might have been missed, in any table', async () => {
  const { hub, emit } = build()
  const one = client()
  hub.add(one)
  emit({ kind: 'missed' })
  await expect
    .poll(() => one.sent.map((text): unknown => JSON.parse(text)), { interval: 5 })
    .toEqual([{ type: 'permissions' }, { type: 'changed' }])
})

it('tells of permissions unless only those of new users changed', async () => {
  const { hub, emit } = build()
  const one = client()
  hub.add(one)
  const joined = { kind: 'changed', tenantId: one.tenantId, tables: ['group_member'], requestId: 'r' } as const
  const told = () => one.sent.map((text): unknown => JSON.parse(text))
  const changed = { type: 'changed', tables: ['group_member'], requests: ['r'] }
  emit({ ...joined, tables: [...joined.tables], isOfNewUsers: true })
  await expect.poll(told, { interval: 5 }).toEqual([changed])
  emit({ ...joined, tables: [...joined.tables] })
  emit({ ...joined, tables: [...joined.tables], isOfNewUsers: true })
  await expect.poll(() => told().slice(1), { interval: 5 }).toEqual([{ type: 'permissions' }, changed])
})

it('names the requests that changed something, unless something else did, too', async () => {
  const { hub, emit } = build()
  const one = client()
  hub.add(one)
  const changed = (requestId: string) => emit({ kind: 'changed', tenantId: one.tenantId, tables: ['tag'], requestId })
  const told = () => one.sent.map((text): unknown => JSON.parse(text))
  changed('request-1')
  changed('request-2')
  await expect.poll(told, { interval: 5 }).toEqual([{ type: 'changed', tables: ['tag'], requests: ['request-1', 'request-2'] }])
  changed('request-3')
  changed('')
  await expect.poll(() => told().at(-1), { interval: 5 }).toEqual({ type: 'changed', tables: ['tag'] })
})

it('tells about a log at its own pace', async () => {
  vi.useFakeTimers()
  try {
    const { hub, emit } = build()
    const one = client()
    hub.add(one)
    const told = () => one.sent.map((text): unknown => JSON.parse(text))
    const changed = (...tables: ('system_log' | 'tag')[]) => emit({ kind: 'changed', tenantId: one.tenantId, tables, requestId: '' })
    changed('system_log')
    changed('system_log', 'tag')
    await vi.advanceTimersByTimeAsync(900)
    expect(told()).toEqual([{ type: 'changed', tables: ['tag'] }])
    await vi.advanceTimersByTimeAsync(200)
    expect(told().slice(1)).toEqual([{ type: 'changed', tables: ['system_log'] }])
  } finally {
    vi.useRealTimers()
  }
})

it('stops listening when it closes', () => {
  const { hub, callbacks } = build()
  hub.close()
  expect(callbacks.size).toBe(0)
})
