import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { downloadTemporaryFile, listTemporaryFiles } from '@steward/contract/exports/endpoints'
import { exportUsers, importUsers, listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const send = (body: string, dryRun: 'true' | 'false', by = token) => app.call(importUsers, { body, query: { dryRun } }, { token: by })
const dry = (body: string) => send(body, 'true')
const real = (body: string) => send(body, 'false')
const file = (...lines: string[]) => lines.join('\r\n')
const find = async (search: string) => (await app.call(listUsers, { query: { search, include: ['Groups'] } }, { token })).body.items

const events = (kind: string) =>
  asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('system_log').selectAll().where('tenant_id', '=', tenant.tenantId).where('kind', '=', kind).execute(),
  )

describe('import', () => {
  beforeAll(async () => {
    tenant = await app.buildTenant()
    token = await app.signIn(tenant, tenant.administrator)
    await app.buildGroup(tenant, { groupName: 'Analysts' })
    await app.buildGroup(tenant, { groupName: 'Treaty desk' })
  })

  test('previews the changes without applying them, then applies them', async () => {
    const user = await app.buildUser(tenant, { email: 'known@import.example', givenName: 'Known', familyName: 'Person' })
    await app.buildUser(tenant, { email: 'same@import.example', givenName: 'Sa', familyName: 'Me' })
    const body = file(
      '\uFEFFE-mail;First name;Last Name;Groups',
      'new@import.example;New;"Per""son";"analysts; Treaty desk;ANALYSTS"',
      'KNOWN@import.example;;Renamed;Analysts',
      '',
      'same@import.example;Sa;Me;',
    )
    const expected = {
      created: 1,
      changed: 1,
      unchanged: 1,
      refused: 0,
      rows: [
        { line: 2, outcome: 'create', email: 'new@import.example', changes: [], errors: [] },
        {
          line: 3,
          outcome: 'change',
          email: 'KNOWN@import.example',
          changes: [
            { field: 'familyName', from: 'Person', to: 'Renamed' },
            { field: 'groups', from: '', to: 'Analysts' },
          ],
          errors: [],
        },
        { line: 5, outcome: 'unchanged', email: 'same@import.example', changes: [], errors: [] },
      ],
    }
    expect(await dry(body)).toMatchObject({ status: 200, body: { applied: false, ...expected } })
    expect(await find('new@')).toEqual([])
    expect(await real(body)).toMatchObject({ status: 200, body: { applied: true, ...expected } })
    const [created] = await find('new@')
    expect(created).toMatchObject({ status: 'FORCE_CHANGE_PASSWORD', familyName: 'Per"son' })
    expect(created.groups.map(({ groupName }: { groupName: string }) => groupName)).toEqual(['Analysts', 'Treaty desk'])
    expect(await find('known@')).toMatchObject([{ userId: user.userId, givenName: 'Known', familyName: 'Renamed' }])
    expect(await real(body)).toMatchObject({ body: { created: 0, changed: 0, unchanged: 3 } })
    const [event] = await events('import')
    expect(event).toMatchObject({ username: tenant.administrator.username, details: { created: 1, changed: 1, lines: 3 } })
  })

  test('rejects the file for one line, and names every error by its line', async () => {
    await app.buildUser(tenant, { email: 'provided@import.example', status: 'EXTERNAL_PROVIDER' })
    const body = file(
      'email,givenName,familyName,groups',
      'fine@import.example,Fi,Ne,',
      'no address,A,B,',
      'names@import.example,<b>,,',
      'fine@IMPORT.example,A,B,',
      'group@import.example,A,B,Nowhere',
      'provided@import.example,Other,Okafor,',
      'cells@import.example,A,B,,too many',
    )
    const answer = await dry(body)
    expect(answer.body).toMatchObject({ applied: false, created: 1, refused: 6 })
    const faults = answer.body.rows
      .filter(({ outcome }: { outcome: string }) => outcome === 'refuse')
      .map(({ line, errors }: { line: number; errors: { field: string; code: string }[] }) => [
        line,
        ...errors.map(({ field, code }) => `${field} ${code}`),
      ])
    expect(faults).toEqual([
      [3, 'email invalid_email'],
      [4, 'givenName user_name_invalid', 'familyName required'],
      [5, 'email import_duplicate'],
      [6, 'groups import_group_unknown'],
      [7, 'givenName user_managed_elsewhere'],
      [8, 'line import_malformed'],
    ])
    for (const { errors } of answer.body.rows) for (const { message } of errors) expect(message).toMatch(/ .*\.$/)
    const refused = await real(body)
    expect(refused).toMatchObject({ status: 422, body: { code: 'import_refused', parameters: { refused: 6 } } })
    expect(refused.body.errors[0]).toMatchObject({ field: 'lines.3.email', code: 'invalid_email' })
    expect(await find('fine@')).toEqual([])
  })

  test('refuses headers it cannot read, quotes that stay open and files without users', async () => {
    const codes = async (body: string) => (await dry(body)).body.rows[0].errors.map(({ code }: { code: string }) => code)
    expect(await codes('name,email\nA,a@b.example')).toEqual(['import_column_unknown'])
    expect(await codes('givenName,familyName\nA,B')).toEqual(['import_column_missing'])
    expect(await codes('email,mail\na@b.example,a@b.example')).toEqual(['import_column_twice'])
    expect(await codes('email,givenName\n"a@b.example,A')).toEqual(['import_malformed'])
    expect(await dry('email\n')).toMatchObject({ status: 400, body: { code: 'import_empty' } })
    expect(await dry('')).toMatchObject({ status: 400 })
  })

  test('neither adds members to nor removes them from groups of the identity provider', async () => {
    const user = await app.buildUser(tenant, { email: 'member@import.example' })
    const { groupId, groupName } = await app.buildGroup(tenant, { groupName: 'Provided', members: [user] })
    await asOwner(
      app.db,
      'operator',
      (tx) => tx.updateTable('user_group').set({ managed_by_provider: true }).where('group_id', '=', groupId).execute(),
      { tenantId: tenant.tenantId },
    )
    const kept = await dry(file('email,groups', 'member@import.example,Analysts'))
    expect(kept.body.rows[0]).toMatchObject({ outcome: 'change', changes: [{ from: groupName, to: `Analysts;${groupName}` }] })
    const filled = await dry(file('email,givenName,familyName,groups', `joins@import.example,A,B,${groupName}`))
    expect(filled.body.rows[0]).toMatchObject({ outcome: 'refuse', errors: [{ code: 'group_managed_elsewhere' }] })
  })

  test('keeps the last administrator, also in a dry run', async () => {
    const body = file('email,groups', `${tenant.administrator.username},Analysts`)
    expect(await dry(body)).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
    expect(await real(body)).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
  })

  test('grants no more than the importer has', async () => {
    const helper = await app.buildUser(tenant, { actions: ['EditUsers'] })
    const by = await app.signIn(tenant, helper)
    const { roleId } = await app.buildRole(tenant, { actions: ['EditRoles'] })
    await app.buildGroup(tenant, { groupName: 'Role editors', roleIds: [roleId] })
    const body = file(
      'email,givenName,familyName,groups',
      'one@guard.example,A,B,admin',
      'two@guard.example,A,B,Role editors',
      'three@guard.example,A,B,Analysts',
      `${tenant.administrator.username},Evil,Admin,`,
    )
    const { body: report } = await send(body, 'true', by)
    expect(report).toMatchObject({ created: 1, refused: 3 })
    expect(report.rows.slice(0, 3).map(({ errors }: { errors: { code: string }[] }) => errors[0]?.code)).toEqual([
      'administrator_only',
      'grant_exceeds_own',
      'administrator_only',
    ])
  })

  test('takes thousands of lines in a few statements', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `many${index}@import.example,Given${index},Family,Analysts`)
    const body = file('email,givenName,familyName,groups', ...lines)
    const { body: report } = await real(body)
    expect(report).toMatchObject({ applied: true, created: 3_000 })
    expect(report.rows).toHaveLength(500)
  }, 120_000)
})

describe('export', () => {
  test('streams the filtered users, safe for spreadsheets, and its file can be imported again', async () => {
    tenant = await app.buildTenant()
    token = await app.signIn(tenant, tenant.administrator)
    const user = await app.buildUser(tenant, { email: 'formula@export.example', givenName: '=1+1', familyName: 'O"Neil, Jr' })
    await app.buildGroup(tenant, { groupName: 'Alpha', members: [user] })
    await app.buildGroup(tenant, { groupName: '-Beta', members: [user] })
    const answer = await app.call(exportUsers, { query: { search: 'formula' } }, { token })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/csv/)
    expect(answer.headers['content-disposition']).toContain('users.csv')
    const [header, line, ...rest] = String(answer.body).split('\n')
    expect(header).toBe('\uFEFFemail,givenName,familyName,groups,username,status,isDisabled,createdTime,lastSignInTime,secondFactor')
    expect(line).toMatch(/^formula@export\.example,'=1\+1,"O""Neil, Jr",'-Beta;Alpha,formula@export\.example,CONFIRMED,false,2/)
    expect(rest).toEqual([''])
    expect(await dry(String(answer.body))).toMatchObject({ body: { unchanged: 1, refused: 0 } })
    expect(await events('export')).toMatchObject([{ details: { what: 'users' } }])
  })

  test('includes every user of a list that takes many chunks', async () => {
    await asOwner(app.db, 'operator', (tx) =>
      tx
        .insertInto('app_user')
        .values(
          Array.from({ length: 4_500 }, (_, index) => ({
            tenant_id: tenant.tenantId,
            username: `u${index}@export.example`,
            email: `u${index}@export.example`,
          })),
        )
        .execute(),
    )
    const answer = await app.call(exportUsers, { query: { sort: '-createdTime' } }, { token })
    expect(String(answer.body).trimEnd().split('\n')).toHaveLength(1 + 4_500 + 2)
  })
})

describe('rejected lines', () => {
  beforeAll(async () => {
    tenant = await app.buildTenant()
    token = await app.signIn(tenant, tenant.administrator)
  })

  const kept = async (by = token): Promise<TemporaryFile[]> =>
    (await app.call(listTemporaryFiles, { query: { kind: ['rejectedUsers'] } }, { token: by })).body.items

  const body = file(
    'email,givenName,familyName,groups',
    'right@import.example,Right,Line,',
    'wrong,"A<b",Line,"Nowhere; ""Else"""',
    "=cmd@import.example,'=1+1,Line,Nobody",
  )

  test.each(['true', 'false'] as const)('are saved as in the file, with their reasons (dry run: %s)', async (dryRun) => {
    const before = (await kept()).length
    const answer = await send(body, dryRun)
    expect(answer.status).toBe(dryRun === 'true' ? 200 : 422)
    const files = await kept()
    expect(files).toHaveLength(before + 1)
    const [newest] = files
    if (!newest) throw new Error('nothing was kept')
    if (dryRun === 'true') expect(answer.body).toMatchObject({ refused: 2, rejectedFileId: newest.fileId })
    expect(newest).toMatchObject({ status: 'ready', rowCount: 2, createdBy: tenant.administrator.username, isOwn: true })
    expect(newest.fileName).toMatch(/^users-rejected-.*\.csv$/)
    const { body: content } = await app.call(downloadTemporaryFile, { params: { fileId: newest.fileId } }, { token })
    const [header, first, second] = String(content).replace('\uFEFF', '').split('\n')
    expect(header).toBe('email,givenName,familyName,groups,line,reason')
    expect(first).toMatch(/^wrong,A<b,Line,"Nowhere; ""Else""",3,/)
    expect(first).toContain('Nowhere')
    expect(second).toMatch(/^'=cmd@import\.example,'=1\+1,Line,Nobody,4,/)
    expect(await find('right@import.example')).toHaveLength(0)

    // It can be imported once it is fixed: its extra columns are ignored.
    const again = await dry(`${header}\nmended@import.example,A,Line,,3,was wrong\n`)
    expect(again.body).toMatchObject({ refused: 0, created: 1, rejectedFileId: null })
  })

  test('belong to the importer, and to administrators', async () => {
    const editor = await app.buildUser(tenant, { actions: ['EditUsers', 'ViewUsers'] })
    const editorToken = await app.signIn(tenant, editor)
    const other = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['EditUsers', 'ViewUsers'] }))
    const { body: report } = await send(body, 'true', editorToken)
    expect((await kept(editorToken)).map((one) => one.fileId)).toEqual([report.rejectedFileId])
    expect(await kept(other)).toEqual([])
    expect((await kept()).map((one) => one.fileId)).toContain(report.rejectedFileId)
  })
})
