import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { queryClient } from '../api/query.ts'
import { unreadQuery } from '../notifications/inbox.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { buildProblemBody } from '../testing/problems.ts'
import { eventually } from '../testing/eventually.ts'
import { followPermissions } from './useLiveUpdates.ts'

/** The server's answers: the transport is replaced, not the server. */
let mayViewGroups = true
let isDown = false
let asked: string[] = []

beforeEach(async () => {
  mayViewGroups = true
  isDown = false
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url, 'http://localhost')
    asked.push(pathname)
    if (isDown)
      return Promise.resolve(
        Response.json(buildProblemBody('forbidden', 403), { status: 403, headers: { 'content-type': 'application/problem+json' } }),
      )
    return Promise.resolve(
      Response.json(
        pathname === getPermissions.path
          ? { username: 'ada', permissions: { 'Admin.ViewGroups': mayViewGroups }, facts: { asOf: Date.now() } }
          : { items: [], hasMore: false, unreadCount: 1, cursor: 'b2' },
      ),
    )
  })
  queryClient.setQueryData(unreadQuery.queryKey, { unreadCount: 7, cursor: 'a1' })
  await queryClient.fetchQuery(permissionsQuery)
  asked = []
})

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const router = { invalidate: vi.fn(async () => undefined) }
const unread = () => queryClient.getQueryData(unreadQuery.queryKey)?.unreadCount

test('a user who loses a permission no longer gets the count of its notifications', async () => {
  mayViewGroups = false
  await followPermissions(router)
  await eventually(() => expect(unread()).toBe(1))
  expect(router.invalidate).toHaveBeenCalled()
})

test('notifications are not requested if the user’s permissions did not change', async () => {
  await followPermissions(router)
  expect(asked).not.toContain(listNotifications.path)
  expect(unread()).toBe(7)
})

test('a failed read does not show an error', async () => {
  isDown = true
  await expect(followPermissions(router)).resolves.toBeUndefined()
})
