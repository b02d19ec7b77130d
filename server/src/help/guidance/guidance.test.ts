import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getGuidance } from '@steward/contract/help/guidance'
import { asOwner } from '../../db/tenant.ts'
import { setLicenseCode } from '../../tenants/service.ts'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { guidanceScript } from './service.ts'

const guidanceScriptUrl = 'https://guide.example/v2/guide.js'

describe('where a guidance script is configured', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ environment: { STEWARD_ENV: 'ppe', GUIDANCE_SCRIPT_URL: guidanceScriptUrl } })
  })
  afterAll(() => app.close())

  test('a user gets it with the hash of the user id and the license code of the tenant', async () => {
    const tenant = await app.buildTenant()
    await setLicenseCode(app.db, tenant.tenantName, 'MRE-2026')
    const user = await app.buildUser(tenant)
    const answer = await app.call(getGuidance, {}, { token: await app.signIn(tenant, user) })
    expect(answer.body).toEqual({
      script: { url: guidanceScriptUrl, userIdHash: createHash('sha256').update(user.userId).digest('hex'), licenseCode: 'MRE-2026' },
    })
    expect(JSON.stringify(answer.body)).not.toContain(user.userId)
  })

  test('a tenant without a license code is told apart by its name', async () => {
    const tenant = await app.buildTenant()
    const answer = await app.call(getGuidance, {}, { token: await app.signIn(tenant, tenant.administrator) })
    expect(answer.body.script).toMatchObject({ licenseCode: tenant.tenantName })
  })

  test.each(['Test automation', 'AUTOMATION', 'automations (nightly)'])('a user with the role “%s” gets none', async (name) => {
    const tenant = await app.buildTenant()
    const user = await app.buildUser(tenant)
    const { roleId } = await app.buildRole(tenant, { roleName: name })
    const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId], members: [user] })
    const token = await app.signIn(tenant, user)
    expect((await app.call(getGuidance, {}, { token })).body).toEqual({ script: null })
    // Users don't have the roles of a disabled group.
    await asOwner(app.db, 'operator', (tx) =>
      tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', groupId).execute(),
    )
    expect((await app.call(getGuidance, {}, { token })).body.script).not.toBeNull()
  })

  test('pages can load scripts from its origin and no other; the rest of the policy is unchanged', async () => {
    const { headers } = await app.app.http.inject({ url: '/home/config.json' })
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    )
    for (const name of ['script-src', 'connect-src', 'style-src', 'font-src']) {
      expect(policy.get(name), name).toBe("'self' https://guide.example")
    }
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('default-src')).toBe("'none'")
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*/)
  })

  test('the console knows that there is a script, but not its data', async () => {
    const { body } = await app.app.http.inject({ url: '/home/config.json' })
    expect(JSON.parse(body)).toMatchObject({ hasGuidance: true })
    expect(body).not.toContain('guide.example')
  })
})

describe('without a guidance script', () => {
  test('users get none, and pages load nothing from other origins', async () => {
    const app = await startTestApp({ environment: { GUIDANCE_SCRIPT_URL: guidanceScriptUrl } })
    const tenant = await app.buildTenant()
    const token = await app.signIn(tenant, tenant.administrator)
    expect((await app.call(getGuidance, {}, { token })).body).toEqual({ script: null })
    const { headers, body } = await app.app.http.inject({ url: '/home/config.json' })
    expect(String(headers['content-security-policy'])).toContain("script-src 'self';")
    expect(String(headers['content-security-policy'])).not.toContain('guide.example')
    expect(JSON.parse(body)).toMatchObject({ hasGuidance: false })
    await app.close()
  })

  test.each([
    ['production', true],
    ['ppe', true],
    ['pe', true],
    ['development', false],
    ['test', false],
  ])('in the environment %s: %s', (environment, isLoaded) => {
    expect(guidanceScript({ environment, guidanceScriptUrl }) !== undefined).toBe(isLoaded)
    expect(guidanceScript({ environment, guidanceScriptUrl: undefined })).toBeUndefined()
  })
})
