import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import type { NewsEntry } from '@steward/contract/help/whats-new-schemas'
import { listWhatsNew, markWhatsNewSeen } from '@steward/contract/help/whats-new'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { readEntries } from './entries.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

async function list(by = token, language = 'en'): Promise<NewsEntry[]> {
  const answer = await app.call(listWhatsNew, {}, { token: by, headers: { 'accept-language': language } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.items
}
const unread = async (by = token) => (await list(by)).filter(({ isUnread }) => isUnread).map(({ entryId }) => entryId)
const see = (body: object, by = token) => app.call(markWhatsNewSeen, { body: body as { entryId: string } }, { token: by })

test('lists entries in the language of the call, newest first, all of them unread at first', async () => {
  const items = await list()
  expect(items.map(({ date }) => date)).toEqual(
    items
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  )
  expect(items.every(({ isUnread, language }) => isUnread && language === 'en')).toBe(true)
  expect(items.find(({ entryId }) => entryId === 'audit-log')).toMatchObject({ title: 'Audit log', page: '/monitoring/audit-log' })
  const german = await list(token, 'de-CH')
  expect(german.map(({ entryId }) => entryId)).toEqual(items.map(({ entryId }) => entryId))
  expect(german.find(({ entryId }) => entryId === 'audit-log')).toMatchObject({ title: 'Audit-Protokoll', language: 'de' })
})

test('tells people only of pages that they can open', async () => {
  const reader = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewSystemLog'] }))
  const ids = (await list(reader)).map(({ entryId }) => entryId)
  expect(ids).toContain('audit-log')
  expect(ids).not.toContain('scim-provisioning')
  const pages = readEntries('en').filter(({ page }) => page !== null)
  const nothing = await app.signIn(tenant, await app.buildUser(tenant))
  expect(await list(nothing)).toHaveLength(readEntries('en').length - pages.length)
})

test('remembers for each person what was seen, in every session, and never goes back', async () => {
  const all = await unread()
  const [newest = '', second = ''] = all
  expect((await see({ entryId: second })).status).toBe(204)
  expect(await unread()).toEqual([newest])
  expect((await see({ entryId: newest })).status).toBe(204)
  expect(await unread()).toEqual([])
  expect((await see({ entryId: all.at(-1) })).status).toBe(204)
  expect(await unread()).toEqual([])
  expect(await unread(await app.signIn(tenant, tenant.administrator))).toEqual([])
  const colleague = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewSystemLog'] }))
  expect(await unread(colleague)).not.toEqual([])
})

test('refuses entries that do not exist, and calls without a person', async () => {
  for (const body of [{ entryId: 'nothing' }, { entryId: '../secret' }, { entryId: 7 }, {}, { entryId: 'audit-log', more: 1 }]) {
    expect((await see(body)).body, JSON.stringify(body)).toMatchObject({ code: 'invalid_request' })
  }
  expect((await app.call(listWhatsNew, {})).status).toBe(401)
  expect((await app.call(markWhatsNewSeen, { body: { entryId: 'audit-log' } })).status).toBe(401)
  const group = await app.buildGroup(tenant)
  const key = await app.call(createApiKey, { body: { apiKeyName: 'News reader', groups: [group.groupId] } }, { token })
  const by = key.body.apiKey ?? key.body.key
  expect((await app.call(listWhatsNew, {}, { token: by })).body).toMatchObject({ code: 'person_needed' })
  expect((await see({ entryId: 'audit-log' }, by)).body).toMatchObject({ code: 'person_needed' })
})
