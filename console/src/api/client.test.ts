import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGroup, listGroups } from '@steward/contract/groups/endpoints'
import { acknowledgeNotification } from '@steward/contract/notifications/endpoints'
import { putSetting } from '@steward/contract/tenants/endpoints'
import { buildProblemBody } from '../testing/problems.ts'
import { api, apiWithEtag, setCallSession } from './client.ts'
import { cancelRetries } from './retry.ts'

const sent = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  sent.mockReset()
  // A computer without a network.
  vi.stubGlobal('fetch', (url: string) => {
    sent(url)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
})

afterEach(() => {
  cancelRetries()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How often a call was sent in two minutes without a network. */
async function sendings(call: Promise<unknown>): Promise<number> {
  call.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  return sent.mock.calls.length
}

const id = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'
const setting = { body: { key: 'userSettings', level: 'User' as const, levelId: id, value: '{}' } }

describe('retries of calls (docs/adr/012)', () => {
  test('retries reads', async () => expect(await sendings(api(listGroups, {}))).toBe(5))
  test('retries idempotent changes', async () =>
    expect(await sendings(api(acknowledgeNotification, { params: { notificationId: id } }))).toBe(5))
  test('doesn’t retry other changes, which might have arrived', async () =>
    expect(await sendings(api(createGroup, { body: { groupName: 'Analysts', roleIds: [], usernames: [] } }))).toBe(1))
  test('doesn’t retry a change with If-Match, which would conflict with itself', async () => {
    expect(await sendings(apiWithEtag(putSetting, { ...setting, ifMatch: '"1"' }))).toBe(1)
    sent.mockReset()
    expect(await sendings(api(putSetting, setting))).toBe(5)
  })
  test('doesn’t retry a call with `retry: false`', async () => expect(await sendings(api(listGroups, {}, { retry: false }))).toBe(1))
})

describe('a call that needs a confirmation of who is there (docs/adr/049)', () => {
  /** The server wants a confirmation until there is one. */
  function serverThatAsks(confirm: () => Promise<boolean>) {
    const session = { accessToken: async () => 'token', refresh: vi.fn(), onFailure: vi.fn(), confirm: vi.fn(confirm) }
    setCallSession(session)
    let isConfirmed = false
    session.confirm.mockImplementation(async () => {
      isConfirmed = await confirm()
      return isConfirmed
    })
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      sent(body)
      if (isConfirmed) return Response.json({ groupName: 'Analysts' })
      return Response.json(buildProblemBody('freshness_required', 401), { status: 401 })
    })
    return session
  }
  const create = () => api(createGroup, { body: { groupName: 'Analysts', roleIds: [], usernames: [] } })

  test('is sent again as it was once the person has confirmed', async () => {
    const session = serverThatAsks(async () => true)
    expect(await create()).toEqual({ groupName: 'Analysts' })
    expect(sent.mock.calls[1]).toEqual(sent.mock.calls[0])
    expect(session.confirm).toHaveBeenCalledOnce()
  })

  test('fails when they cancel, and the session stays', async () => {
    const session = serverThatAsks(async () => false)
    await expect(create()).rejects.toMatchObject({ problem: { code: 'freshness_required' } })
    expect(sent).toHaveBeenCalledOnce()
    expect(session.refresh).not.toHaveBeenCalled()
    expect(session.onFailure).not.toHaveBeenCalled()
  })
})
