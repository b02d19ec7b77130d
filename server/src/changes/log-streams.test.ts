import { afterAll, beforeAll, expect, it } from 'vitest'
import { undoChange } from '@steward/contract/changes/endpoints'
import { mostLogStreams } from '@steward/contract/log-streams/constants'
import {
  createLogStream,
  deleteLogStream,
  getLogStream,
  patchLogStream,
  rotateLogStreamSecret,
} from '@steward/contract/log-streams/endpoints'
import { createCipher } from '../secrets/cipher.ts'
import { readSecrets } from '../secrets/secrets.ts'
import { signingSecrets } from '../log-streams/secrets.ts'
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

const webhook = { kind: 'webhook', address: 'https://siem.example/hooks/steward', sendsSystemLog: false } as const
const named = (logStreamName: string, more: object = {}) => ({ body: { ...webhook, logStreamName, ...more } })
const rowOf = (logStreamId: string) =>
  asOwner(app.db, 'operator', (tx) => tx.selectFrom('log_stream').selectAll().where('log_stream_id', '=', logStreamId).executeTakeFirst())
const progressOf = (logStreamId: string) =>
  asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('log_stream_progress').selectAll().where('log_stream_id', '=', logStreamId).executeTakeFirst(),
  )

it('takes a new log stream away, and puts its settings back', async () => {
  const { make, expectThereAndBack } = await start()
  await expectThereAndBack(createLogStream, named('New'))
  await expectThereAndBack(createLogStream, { body: { ...named('Syslog').body, kind: 'syslog', address: 'siem.example:6514' } })
  const { body } = await make(createLogStream, named('Old'))
  await expectThereAndBack(patchLogStream, {
    params: { logStreamId: body.logStreamId },
    body: {
      logStreamName: 'Renamed',
      address: 'https://other.example/',
      format: 'lines',
      sendsAuditLog: false,
      sendsSystemLog: true,
      eventKinds: ['sign_in', 'api_key_created'],
      isPaused: true,
    },
    ifMatch: '*',
  })
})

it('brings a deleted webhook back with a new secret, from now on', async () => {
  const { tenant, token, make, undo } = await start()
  const { body } = await make(createLogStream, named('Deleted'))
  const first = await progressOf(body.logStreamId)
  const params = { logStreamId: body.logStreamId as string }
  const { changeId } = await make(deleteLogStream, { params, ifMatch: '*' })
  const preview = await app.call(undoChange, { params: { changeId } }, { token, headers: { prefer: 'preview' } })
  expect(preview.body.effects.lasting).toEqual(['secrets'])
  expect(await rowOf(params.logStreamId)).toBeUndefined()
  const undone = await undo(changeId)
  expect([undone.status, undone.body.lasting, undone.body.keys]).toEqual([200, ['secrets'], []])
  expect(undone.body.logStreams).toEqual([{ logStreamName: 'Deleted', secret: expect.stringMatching(/^whsec_/) }])
  expect(undone.body.logStreams[0].secret).not.toBe(body.secret)
  expect((await make(getLogStream, { params })).body).toMatchObject({ logStreamName: 'Deleted', failures: 0, version: body.version + 1 })
  const row = await rowOf(params.logStreamId)
  expect(row?.tenant_id).toBe(tenant.tenantId)
  const { sealing } = await readSecrets({ dataDir: app.dataDir, secrets: undefined, secretsFile: undefined })
  const cipher = createCipher(sealing)
  expect(row && signingSecrets(cipher, row, new Date())).toEqual([undone.body.logStreams[0].secret])
  const second = await progressOf(params.logStreamId)
  expect(String(second?.delivered_to) > String(first?.delivered_to)).toBe(true)
})

it('starts its attempts again when an undo changes where it goes', async () => {
  const { make, undo } = await start()
  const { body } = await make(createLogStream, named('Failing'))
  const params = { logStreamId: body.logStreamId as string }
  const { changeId } = await make(patchLogStream, { params, body: { address: 'https://wrong.example/' }, ifMatch: '*' })
  await asOwner(app.db, 'operator', (tx) =>
    tx.updateTable('log_stream_progress').set({ failures: 3 }).where('log_stream_id', '=', params.logStreamId).execute(),
  )
  expect((await undo(changeId)).status).toBe(200)
  expect(await progressOf(params.logStreamId)).toMatchObject({ failures: 0 })
})

it('has no secret in an image, and leaves a new secret alone', async () => {
  const { tenant, make } = await start()
  const { body } = await make(createLogStream, named('Secret'))
  const params = { logStreamId: body.logStreamId as string }
  const rotated = await make(rotateLogStreamSecret, { params, ifMatch: '*' })
  expect(rotated.changeId).toBe('undefined')
  await make(deleteLogStream, { params, ifMatch: '*' })
  const client = await app.db.connect()
  const { rows } = await client.query('select before::text, after::text from row_image where tenant_id = $1 and table_name = $2', [
    tenant.tenantId,
    'log_stream',
  ])
  await client.end()
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/signing_secret|whsec/)
})

it('is refused after another change, for a name that is taken, and over the limit', async () => {
  const { make, undo } = await start()
  const { body } = await make(createLogStream, named('First'))
  const params = { logStreamId: body.logStreamId as string }
  const rename = (logStreamName: string) => make(patchLogStream, { params, body: { logStreamName }, ifMatch: '*' })
  const second = await rename('Second')
  const third = await rename('Third')
  expect((await undo(second.changeId)).body.errors).toMatchObject([
    { parameters: { category: 'Log stream', entityName: 'Third', fieldName: 'logStreamName', before: 'First', after: 'Second' } },
  ])
  const taken = await make(createLogStream, named('Second'))
  expect((await undo(third.changeId)).body.code).toBe('log_stream_name_taken')
  const gone = await make(deleteLogStream, { params: { logStreamId: taken.body.logStreamId }, ifMatch: '*' })
  expect((await undo(third.changeId)).status).toBe(200)
  const others = await Promise.all(Array.from({ length: mostLogStreams - 1 }, (_, index) => make(createLogStream, named(`More ${index}`))))
  expect((await undo(gone.changeId)).body.code).toBe('log_stream_name_taken')
  await rename('Out of the way')
  expect((await undo(gone.changeId)).body).toMatchObject({ code: 'log_stream_limit_reached', parameters: { maximum: mostLogStreams } })
  expect((await undo(others[0]?.changeId ?? '')).status).toBe(200)
  expect((await undo(gone.changeId)).status).toBe(200)
})

it('is refused for an address that is no longer allowed', async () => {
  const { make, undo } = await start()
  const { body } = await make(createLogStream, named('Moved'))
  const params = { logStreamId: body.logStreamId as string }
  const { changeId } = await make(patchLogStream, { params, body: { address: 'https://new.example/' }, ifMatch: '*' })
  const client = await app.db.connect()
  await client.query(
    `update row_image set before = '{"address": "https://127.0.0.1/"}' where change_id = $1 and table_name = 'log_stream'`,
    [changeId],
  )
  await client.end()
  expect((await undo(changeId)).body.code).toBe('log_stream_address_invalid')
  expect((await make(getLogStream, { params })).body.address).toBe('https://new.example/')
})

it('needs the permission, in the tenant', async () => {
  const { tenant, make, undo } = await start()
  const { changeId } = await make(createLogStream, named('Guarded'))
  const by = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['EditTenantSettings', 'EditGroups'] }))
  expect((await undo(changeId, by)).body).toMatchObject({ code: 'forbidden', parameters: { permission: 'Admin.TenantAdministrator' } })
  const other = await start()
  expect((await other.undo(changeId)).status).toBe(404)
  expect((await undo(changeId)).status).toBe(200)
})
