import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedViewsLimit } from '@steward/contract/saved-views/constants'
import { createSavedView, deleteSavedView, listSavedViews, patchSavedView } from '@steward/contract/saved-views/endpoints'
import { deleteUser } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { changesOf } from '../testing/undo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

async function start() {
  const tenant = await app.buildTenant()
  const token = await app.signIn(tenant, tenant.administrator)
  return { tenant, token, ...changesOf(app, tenant, token) }
}

const named = (name: string, isShared = true) => ({
  body: {
    list: 'users' as const,
    name,
    search: '?status=Disabled',
    columns: [{ id: 'email', widthPx: null, isShown: false }],
    density: 'compact' as const,
    isShared,
  },
})

it('takes a new shared view away, brings a deleted one back, and puts what it shows back', async () => {
  const { make, expectThereAndBack } = await start()
  await expectThereAndBack(createSavedView, named('New'))
  const { body } = await make(createSavedView, named('Old'))
  const params = { savedViewId: body.savedViewId as string }
  const more = { name: 'Renamed', search: '?status=Enabled', columns: [], density: null }
  await expectThereAndBack(patchSavedView, { params, body: more, ifMatch: '*' })
  await expectThereAndBack(deleteSavedView, { params, ifMatch: '*' })
})

it('leaves views of one person, and sharing, alone', async () => {
  const { make, undo } = await start()
  const own = await make(createSavedView, named('Own', false))
  expect(own.changeId).toBe('undefined')
  const params = { savedViewId: own.body.savedViewId as string }
  expect((await make(patchSavedView, { params, body: { name: 'Mine' }, ifMatch: '*' })).changeId).toBe('undefined')
  expect((await make(patchSavedView, { params, body: { isShared: true }, ifMatch: '*' })).changeId).toBe('undefined')
  const renamed = await make(patchSavedView, { params, body: { name: 'Ours' }, ifMatch: '*' })
  expect((await make(patchSavedView, { params, body: { isShared: false }, ifMatch: '*' })).changeId).toBe('undefined')
  const refused = await undo(renamed.changeId)
  expect([refused.status, refused.body.code]).toEqual([409, 'change_conflict'])
  expect((await make(deleteSavedView, { params, ifMatch: '*' })).changeId).toBe('undefined')
})

it('does not bring back the own views of a deleted user', async () => {
  const { tenant, make, undo } = await start()
  const user = await app.buildUser(tenant, { actions: ['ViewUsers'] })
  await make(createSavedView, named('Theirs', false), await app.signIn(tenant, user))
  const { changeId } = await make(deleteUser, { params: { userId: user.userId }, ifMatch: '*' })
  expect((await undo(changeId)).status).toBe(200)
  const views = await asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('saved_view').select('view_name').where('tenant_id', '=', tenant.tenantId).execute(),
  )
  expect(views).toEqual([])
})

it('is refused after another change, for a name that is taken, and over the limit', async () => {
  const { tenant, token, make, undo } = await start()
  const { body } = await make(createSavedView, named('First'))
  const params = { savedViewId: body.savedViewId as string }
  const rename = (name: string) => make(patchSavedView, { params, body: { name }, ifMatch: '*' })
  const second = await rename('Second')
  const third = await rename('Third')
  expect((await undo(second.changeId)).body.errors).toMatchObject([
    { parameters: { category: 'Saved view', entityName: 'Third', fieldName: 'viewName', before: 'First', after: 'Second', now: 'Third' } },
  ])
  const taken = await make(createSavedView, named('Second'))
  expect((await undo(third.changeId)).body.code).toBe('view_name_taken')
  expect((await undo(taken.changeId)).status).toBe(200)
  const gone = await make(deleteSavedView, { params, ifMatch: '*' })
  await asOwner(app.db, 'operator', (tx) =>
    tx
      .insertInto('saved_view')
      .values(
        Array.from({ length: sharedViewsLimit }, (_, index) => ({
          tenant_id: tenant.tenantId,
          list: 'users',
          view_name: `View ${index}`,
          search: '',
          created_by_name: 'tester',
        })),
      )
      .execute(),
  )
  expect((await undo(gone.changeId)).body).toMatchObject({ code: 'view_limit_reached', parameters: { maximum: sharedViewsLimit } })
  expect((await app.call(listSavedViews, {}, { token })).body.items).toHaveLength(sharedViewsLimit)
})

it('needs the permission, in the tenant', async () => {
  const { tenant, make, undo } = await start()
  const { changeId } = await make(createSavedView, named('Guarded'))
  const by = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers', 'EditUsers'] }))
  expect((await undo(changeId, by)).body).toMatchObject({ code: 'forbidden', parameters: { permission: 'Admin.TenantAdministrator' } })
  const other = await start()
  expect((await other.undo(changeId)).status).toBe(404)
  expect((await undo(changeId)).status).toBe(200)
})
