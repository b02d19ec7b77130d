import { afterAll, beforeAll, expect, test } from 'vitest'
import { importUsers, listUsers } from '@steward/contract/users/endpoints'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { maximumLines } from './parse.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await startTestApp()
  const tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

const send = (file: string | Uint8Array<ArrayBuffer>, dryRun: 'true' | 'false' = 'true') =>
  app.call(importUsers, { body: typeof file === 'string' ? file : new Blob([file]), query: { dryRun } }, { token })
const people = (email: string, name: string) => `email;givenName;familyName\r\n${email};${name};Sørensen\r\n`

test.each([
  ['utf-8', Buffer.from(people('utf8@files.example', 'Zoë’s'))],
  ['utf-8', Buffer.from(`\uFEFF${people('mark@files.example', 'Zoë’s')}`)],
  ['utf-16le', Buffer.from(`\uFEFF${people('le@files.example', 'Zoë’s')}`, 'utf16le')],
  ['utf-16be', Buffer.from(`\uFEFF${people('be@files.example', 'Zoë’s')}`, 'utf16le').swap16()],
  ['utf-16le', Buffer.from(people('plain@files.example', 'Zoë’s'), 'utf16le')],
  ['windows-1252', Buffer.from(people('windows@files.example', 'Zoë\x92s'), 'latin1')],
])('finds %s, says so in the preview and converts it', async (encoding, file) => {
  expect(await send(file)).toMatchObject({ status: 200, body: { applied: false, encoding, created: 1 } })
  const { body: report } = await send(file, 'false')
  expect(report).toMatchObject({ applied: true, encoding })
  const { body: found } = await app.call(listUsers, { query: { search: report.rows[0].email } }, { token })
  expect(found.items).toMatchObject([{ givenName: 'Zoë’s', familyName: 'Sørensen' }])
})

test('refuses bytes that don’t fit the encoding, with their line', async () => {
  const file = Buffer.concat([
    Buffer.from(people('broken@files.example', 'Zoë')),
    Buffer.from('later@files.example;J\xf8rn;X\r\n', 'latin1'),
  ])
  const expected = { status: 400, body: { code: 'file_encoding_invalid', parameters: { line: 3, encoding: 'UTF-8' } } }
  expect(await send(file)).toMatchObject(expected)
  expect(await send(file, 'false')).toMatchObject(expected)
  const { body: found } = await app.call(listUsers, { query: { search: 'broken@files.example' } }, { token })
  expect(found.items).toEqual([])
})

test(`takes ${maximumLines} lines, and refuses one more`, async () => {
  // Without names, so that all are planned and none is created.
  const file = ['email', ...Array.from({ length: maximumLines }, (_, index) => `many${index}@files.example`)].join('\n')
  const { body: report } = await send(file)
  expect(report).toMatchObject({ encoding: 'utf-8', created: 0, refused: maximumLines })
  expect(report.rows).toHaveLength(500)
  expect(await send(`${file}\none-more@files.example`)).toMatchObject({
    status: 413,
    body: { code: 'import_too_large', parameters: { maximum: maximumLines } },
  })
}, 120_000)
