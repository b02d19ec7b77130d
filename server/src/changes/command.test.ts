import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGroup, getGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'

let app: TestApp
let tenant: TestTenant
let token: string
beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app?.close())

const steward = (...words: string[]) =>
  runSteward(['change', ...words], {
    PATH: process.env['PATH'],
    STEWARD_ENV: 'test',
    STEWARD_DATA_DIR: app.dataDir,
    DATABASE_URL: databaseUrl(app.db.connection),
  })

async function makeGroup(groupName: string) {
  const { body, headers } = await app.call(createGroup, { body: { groupName, roleIds: [] } }, { token })
  return { groupId: String(body.groupId), changeId: String(headers['change-id']) }
}

it('lists, shows and undoes a change as the operator', { timeout: 60_000 }, async () => {
  const { groupId, changeId } = await makeGroup('By mistake')
  const listed = await steward('list', tenant.tenantName, '--limit', '1')
  expect(listed.stdout).toMatch(new RegExp(`${changeId}.* createGroup .* 1 +possible`))
  const shown = await steward('show', tenant.tenantName, changeId)
  expect(shown.stdout).toContain('Group By mistake created')
  expect(shown.stdout).toContain('groupName: – → By mistake')

  const undone = await steward('undo', tenant.tenantName, changeId, '--json')
  expect(undone).toMatchObject({ status: 0, stderr: '' })
  const answer = JSON.parse(undone.stdout)
  expect(answer).toMatchObject({ undoOf: changeId, lasting: [] })
  expect((await app.call(getGroup, { params: { groupId }, query: {} }, { token })).status).toBe(404)
  const [latest] = JSON.parse((await steward('list', tenant.tenantName, '--json')).stdout)
  expect(latest).toMatchObject({ changeId: answer.changeId, operation: 'undoChange', actorType: 'operator', undoOf: changeId })
  expect(await steward('undo', tenant.tenantName, changeId)).toMatchObject({ status: 1, stderr: expect.stringContaining('undone already') })
})

it('refuses with a sentence, and names what was changed since', { timeout: 60_000 }, async () => {
  const { groupId } = await makeGroup('Once')
  const rename = async (value: string) => {
    const body = [{ operation: 'Update' as const, targetProperty: 'GroupName' as const, value }]
    return String((await app.call(patchGroup, { params: { groupId }, body, ifMatch: '*' }, { token })).headers['change-id'])
  }
  const changeId = await rename('Twice')
  await rename('Thrice')
  const conflict = await steward('undo', tenant.tenantName, changeId)
  expect(conflict.status).toBe(1)
  expect(conflict.stderr).toContain('Group Thrice · groupName · left as “Twice”, now “Thrice”')
  expect((await steward('list', 'nowhere')).stderr).toContain('There is no tenant called nowhere.')
  expect((await steward('show', tenant.tenantName, 'x')).stderr).toContain('x isn’t the ID of a change.')
  const other = await app.buildTenant()
  expect(await steward('undo', other.tenantName, changeId)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no such change'),
  })
  expect((await steward('list', tenant.tenantName, '--limit', '0')).status).toBe(2)
})
