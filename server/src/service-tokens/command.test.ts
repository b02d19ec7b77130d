import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { renewServiceToken, revokeServiceToken } from './operator.ts'

/** The operator's commands for tokens and licenses, with a server on the same database. */
let app: TestApp
let tenant: TestTenant
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  environment = {
    PATH: process.env['PATH'],
    STEWARD_ENV: 'test',
    STEWARD_DATA_DIR: join(makeTemporaryDirectory('steward-services-'), 'data'),
    DATABASE_URL: databaseUrl(app.db.connection),
  }
})
afterAll(() => app.close())

const steward = (...words: string[]) => runSteward(words, environment)
const answerOf = async (...words: string[]) => {
  const ran = await steward(...words, '--json')
  expect(ran).toMatchObject({ status: 0, stderr: '' })
  return JSON.parse(ran.stdout)
}
const send = (token: string, version: number) =>
  app.call(ingestEntitlements, { body: { tenantName: tenant.tenantName, kind: 'data', version, mode: 'merge', rows: [] } }, { token })

describe('steward service-token', () => {
  test('creates a working token, lists it without its secret, and revokes it', async () => {
    const made = await answerOf(
      'service-token',
      'create',
      'Billing',
      '--tenant',
      tenant.tenantName,
      '--scope',
      'entitlements',
      '--expires-in-days',
      '30',
    )
    expect(made).toMatchObject({ tokenName: 'Billing', tenantName: tenant.tenantName, scopes: ['entitlements'] })
    expect((await send(made.token, 1)).status).toBe(200)
    const listed = await steward('service-token', 'list')
    expect(listed.stdout).toContain(`Billing  ${made.prefix}…`)
    expect(listed.stdout).not.toContain(made.token)
    expect(await answerOf('service-token', 'revoke', 'billing')).toEqual({ tokenName: 'billing', isRevoked: true })
    // The server hears of it from the database.
    await expect.poll(async () => (await send(made.token, 2)).status).toBe(401)
    // Its name is free again.
    const again = await steward('service-token', 'create', 'Billing', '--all-tenants', '--scope', 'entitlements')
    expect(again.stdout).toMatch(/^stw_svc_\w{55}\nThe token is shown only once/)
    expect((await steward('service-token', 'create', 'BILLING', '--all-tenants', '--scope', 'entitlements')).stderr).toContain(
      'already exists',
    )
  })

  test('a renewed token has a new secret, and the one before ends', async () => {
    const { tenantId, tenantName } = tenant
    const made = await answerOf('service-token', 'create', 'Held', '--tenant', tenantName, '--scope', 'entitlements')
    expect((await send(made.token, 3)).status).toBe(200)
    const renewed = await renewServiceToken(app.db, { tokenName: 'Held', tenantId })
    expect((await send(renewed ?? '', 4)).status).toBe(200)
    await expect.poll(async () => (await send(made.token, 5)).status).toBe(401)
    const other = await app.buildTenant()
    expect(await renewServiceToken(app.db, { tokenName: 'Held', tenantId: other.tenantId })).toBeUndefined()
    await revokeServiceToken(app.db, 'Held')
    expect(await renewServiceToken(app.db, { tokenName: 'Held', tenantId })).toBeUndefined()
  })

  test('binds a token that reports to its product, and lists it', async () => {
    const words = ['create', 'Treaty', '--all-tenants', '--scope', 'jobs', 'metrics', '--product', 'ri-treatyiq']
    expect(await answerOf('service-token', ...words)).toMatchObject({ productCode: 'RI-TREATYIQ', scopes: ['jobs', 'metrics'] })
    expect((await steward('service-token', 'list')).stdout).toMatch(/Treaty .*jobs, metrics {2}RI-TREATYIQ/)
  })

  test.each([
    [
      'reports of no product',
      ['create', 'a', '--all-tenants', '--scope', 'metrics'],
      'The scope metrics needs a product: --product <code>.',
    ],
    ['an invalid product', ['create', 'a', '--all-tenants', '--scope', 'jobs', '--product', 'NOPE'], 'There is no product NOPE.'],
    [
      'a product of licenses',
      ['create', 'a', '--all-tenants', '--scope', 'entitlements', '--product', 'RI-TREATYIQ'],
      '--product needs the scope jobs or metrics.',
    ],
    ['nobody’s data', ['create', 'a', '--scope', 'entitlements'], 'Choose whose data the token can access'],
    [
      'one tenant and all tenants',
      ['create', 'a', '--all-tenants', '--tenant', 'x', '--scope', 'entitlements'],
      'Choose whose data the token can access',
    ],
    ['an invalid tenant', ['create', 'a', '--tenant', 'nowhere', '--scope', 'entitlements'], 'There is no tenant called nowhere.'],
    [
      'an invalid scope',
      ['create', 'a', '--all-tenants', '--scope', 'everything'],
      'everything isn’t a scope. Scopes: entitlements, jobs, metrics, system-log.',
    ],
    ['an invalid name', ['create', '<b>', '--all-tenants', '--scope', 'entitlements'], '<b> isn’t a valid token name'],
    ['a wrong expiry', ['create', 'a', '--all-tenants', '--scope', 'entitlements', '--expires-in-days', '0'], '0 isn’t a number of days'],
    ['an invalid token', ['revoke', 'nothing'], 'There is no service token called nothing.'],
  ])('refuses %s with a sentence and status 1', async (_, words, sentence) => {
    const refused = await steward('service-token', ...words)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(sentence)])
  })
})

describe('steward license', () => {
  test('sets, moves, lists and removes licenses, and users follow immediately', async () => {
    const token = await app.signIn(tenant, tenant.administrator)
    const isOpen = async () => (await app.call(getPermissions, {}, { token })).body.permissions['Monitoring.RiskModeler']
    expect(await isOpen()).toBe(false)
    const set = ['license', 'set', tenant.tenantName, 'ri-riskmodeler', '--package', 'large', '--until']
    expect(await answerOf(...set, '2098-03-31')).toEqual({
      tenantName: tenant.tenantName,
      productCode: 'RI-RISKMODELER',
      packageName: 'Large',
      endDate: '2098-03-31T00:00:00.000Z',
      before: null,
    })
    expect(await isOpen()).toBe(true)
    expect(await answerOf(...set, '2099-03-31')).toMatchObject({ before: '2098-03-31T00:00:00.000Z' })
    expect((await steward('license', 'list', tenant.tenantName)).stdout).toMatch(/RI-RISKMODELER\s+Large\s+2099-03-31T\S+\s+licensed/)
    expect(await answerOf('license', 'remove', tenant.tenantName, 'RI-RISKMODELER')).toMatchObject({ removed: 1 })
    expect(await isOpen()).toBe(false)
    // A product with one package doesn't need its name.
    expect(await answerOf('license', 'set', tenant.tenantName, 'RI-SITEIQ-GOLD', '--until', '2020-01-01')).toMatchObject({
      packageName: 'Gold',
    })
    expect((await steward('license', 'list', tenant.tenantName)).stdout).toContain('lapsed')
  })

  test.each([
    ['an invalid product', ['set', 'NOPE', '--until', '2099-01-01'], 'There is no product NOPE.'],
    ['no package where there are several', ['set', 'RI-RISKMODELER', '--until', '2099-01-01'], 'Small, Medium, Large'],
    ['an invalid date', ['set', 'RI-SITEIQ-GOLD', '--until', 'tomorrow'], 'tomorrow isn’t a date'],
    ['what is not licensed', ['remove', 'RI-COMETA'], 'has no such license for RI-COMETA.'],
  ])('refuses %s with a sentence and status 1', async (_, [verb = '', ...rest], sentence) => {
    const refused = await steward('license', verb, tenant.tenantName, ...rest)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(sentence)])
  })

  test('only accepts existing tenants, and shows help', async () => {
    expect((await steward('license', 'list', 'nowhere')).stderr).toContain('There is no tenant called nowhere.')
    expect((await steward('license', '--help')).stdout).toContain('set [options] <tenant> <product>')
  })
})
