import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '@steward/contract/users/endpoints'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { type ScimClient, mintScimToken, scimClient } from '../testing/scim-client.ts'

/** Users whose names look the same (docs/adr/036). Names outside ASCII come from identity providers. */

describe('a user whose name looks like that of another', () => {
  let test: TestApp
  let tenant: TestTenant
  let scim: ScimClient
  let token: string

  beforeAll(async () => {
    test = await startTestApp()
    tenant = await test.buildTenant()
    token = await test.signIn(tenant, tenant.administrator)
    scim = scimClient(test, await mintScimToken(test, tenant))
  })
  afterAll(() => test.close())

  const provide = (userName: string, email = 'someone@company.example') => scim('POST', '/Users', { userName, emails: [{ value: email }] })

  it.each([
    ['a Cyrillic letter', 'carla@company.example', 'cаrla@company.example'],
    ['capitals of another script', 'BOB@company.example', 'ВОВ@company.example'],
    ['full-width letters', 'dora@company.example', 'ｄｏｒａ@company.example'],
    ['a decomposed letter', 'Zo\u00EB', 'Zoe\u0308'],
    ['letters of two other scripts', '\u0440\u043E\u0440', '\u03C1\u03BF\u03C1'],
  ])('is refused: %s', async (_, first, second) => {
    expect((await provide(first)).status).toBe(201)
    const { status, body } = await provide(second)
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  })

  it('is refused by the API, too, with its own error', async () => {
    expect((await provide('\u0435rik@company.example')).status).toBe(201)
    const body = { email: 'erik@company.example', givenName: 'Erik', familyName: 'Berg' }
    expect((await test.call(createUser, { body }, { token })).body).toMatchObject({
      status: 409,
      code: 'user_looks_alike',
      errors: [{ field: 'email' }],
    })
  })

  it('is refused when a user is renamed', async () => {
    await provide('fred@company.example')
    const other = await provide('georg@company.example')
    const renamed = await scim('PUT', `/Users/${other.body.id}`, { userName: 'fr\u0435d@company.example' })
    expect([renamed.status, renamed.body.scimType]).toEqual([409, 'uniqueness'])
  })

  it.each([
    ['burns@company.example', 'bums@company.example'],
    ['user1@company.example', 'userl@company.example'],
    ['rene@company.example', 'ren\u00E9@company.example'],
    ['\u6771\u4EAC', '\u4EAC\u6771'],
  ])('is accepted where the names are in ASCII or can be told apart: %s, %s', async (first, second) => {
    expect([(await provide(first)).status, (await provide(second)).status]).toEqual([201, 201])
  })

  it('is another user in another tenant', async () => {
    const elsewhere = await test.buildTenant()
    const other = scimClient(test, await mintScimToken(test, elsewhere))
    const body = (userName: string) => ({ userName, emails: [{ value: 'someone@company.example' }] })
    expect((await scim('POST', '/Users', body('hugo@company.example'))).status).toBe(201)
    expect((await other('POST', '/Users', body('hug\u043E@company.example'))).status).toBe(201)
  })

  it('is stored in normalization form C, without invisible characters', async () => {
    expect((await provide('Chloe\u0308')).body.userName).toBe('Chlo\u00EB')
    for (const hidden of ['\u200B', '\u202E', '\u2028', '\u2060', '\uFEFF']) {
      const { status, body } = await provide(`iv${hidden}an@company.example`)
      expect([status, body.scimType]).toEqual([400, 'invalidValue'])
    }
  })
})
