import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGroup, listGroups } from '@steward/contract/groups/endpoints'
import { listUserSessions } from '@steward/contract/session/endpoints'
import { putSetting } from '@steward/contract/tenants/endpoints'
import { api } from './client.ts'
import { momentSearch, PastRefusedError, showMoment } from './moment.ts'
import { problemMessage } from './problem.ts'
import { endpointQuery, queryClient } from './query.ts'

const moment = '2026-03-03T14:05:00.000Z'
const sent: URL[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(new URL(url, 'http://localhost'))
    return Response.json({ items: [], totalCount: 0 })
  })
})
afterEach(() => {
  showMoment(undefined)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const userId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'

test('reads lists and records of the moment that is shown, and what has no past as it is', async () => {
  showMoment(moment)
  await api(listGroups, { query: { limit: 1 } })
  await api(listUserSessions, { params: { userId } })
  expect(sent.map(({ searchParams }) => searchParams.get('asOf'))).toEqual([moment, null])
})

test('keeps a moment that a call names itself', async () => {
  showMoment(moment)
  await api(listGroups, { query: { asOf: '2026-01-01T00:00:00.000Z' } })
  expect(sent[0]?.searchParams.get('asOf')).toBe('2026-01-01T00:00:00.000Z')
})

test('changes nothing of the tenant while the past is shown, but what is the person’s own', async () => {
  showMoment(moment)
  const refused = api(createGroup, { body: { groupName: 'Analysts', roleIds: [], usernames: [] } })
  await expect(refused).rejects.toThrow(PastRefusedError)
  expect(problemMessage(await refused.catch((error: unknown) => error), '')).toMatch(/^This is the past/)
  await api(putSetting, { body: { key: 'userSettings', level: 'User', levelId: userId, value: '{}' } })
  expect(sent).toHaveLength(1)
})

test('forgets what was read of another moment', async () => {
  const query = endpointQuery(listGroups, [], {})
  const other = endpointQuery(listUserSessions, [], { params: { userId } })
  await Promise.all([queryClient.fetchQuery(query), queryClient.fetchQuery(other)])
  showMoment(moment)
  expect(queryClient.getQueryData(query.queryKey)).toBeUndefined()
  expect(queryClient.getQueryData(other.queryKey)).toBeDefined()
})

test('takes a moment from an address in any form of ISO 8601, and ignores anything else', () => {
  expect(momentSearch({ moment: '2026-03-03T14:05:00Z' })).toEqual({ moment })
  expect(momentSearch({ moment: 'yesterday' })).toEqual({})
  expect(momentSearch({})).toEqual({})
})
