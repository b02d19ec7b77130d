import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProblemException } from '@steward/contract/errors'
import { emailDomainsSchema, sessionPolicySchema, signInAddressesSchema } from '@steward/contract/rules/settings-schemas'
import { getTenant } from '@steward/contract/tenants/endpoints'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { mustHoldOwnAddress, mustKeepAnAdministrator, mustOutlastAccessTokens } from './guards.ts'
import { behindProxy, from, readTenantSetting, saveTenantSetting, signInFrom } from '../../testing/tenant-settings.ts'

/** The code a guard throws, or undefined. */
function refusal(guard: () => void): string | undefined {
  try {
    guard()
    return undefined
  } catch (error) {
    if (error instanceof ProblemException) return error.code
    throw error
  }
}

describe('guards', () => {
  test('a program can remove the address restriction, but not add one', () => {
    const saver = { isUser: false, address: '203.0.113.7' }
    expect(refusal(() => mustHoldOwnAddress(signInAddressesSchema.parse({}), saver))).toBeUndefined()
    const all = signInAddressesSchema.parse({ ranges: [{ range: '0.0.0.0/0' }] })
    expect(refusal(() => mustHoldOwnAddress(all, saver))).toBe('setting_needs_person')
    expect(refusal(() => mustHoldOwnAddress(all, { isUser: true, address: undefined }))).toBe('own_address_excluded')
  })

  test("session times can't be shorter than the installation's access tokens require", () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 3_600 }), fc.integer({ min: 15, max: 200 }), (accessTokenSeconds, inactivityMinutes) => {
        const policy = sessionPolicySchema.parse({ inactivityMinutes })
        const times = { maxSeconds: 43_200, idleSeconds: inactivityMinutes * 60 }
        if (refusal(() => mustOutlastAccessTokens(policy, times, accessTokenSeconds)) === undefined) {
          expect(times.idleSeconds).toBeGreaterThan(accessTokenSeconds)
        }
      }),
    )
    const short = { maxSeconds: 900, idleSeconds: 900 }
    expect(refusal(() => mustOutlastAccessTokens(sessionPolicySchema.parse({ lifetimeMinutes: 15 }), short, 3_600))).toBe(
      'session_too_short',
    )
    // Values that the tenant left to the operator are not checked.
    expect(refusal(() => mustOutlastAccessTokens(sessionPolicySchema.parse({}), short, 3_600))).toBeUndefined()
  })

  test('domains without an administrator are refused', () => {
    const domains = emailDomainsSchema.parse({ domains: [{ domain: 'company.com' }] })
    expect(refusal(() => mustKeepAnAdministrator(domains, ['ada@elsewhere.example']))).toBe('own_domain_excluded')
    expect(refusal(() => mustKeepAnAdministrator(domains, ['ada@elsewhere.example', 'bo@company.com']))).toBeUndefined()
    expect(refusal(() => mustKeepAnAdministrator(emailDomainsSchema.parse({}), ['ada@elsewhere.example']))).toBeUndefined()
  })
})

describe('all settings that an administrator can save', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ environment: behindProxy })
  })
  afterAll(() => app.close())

  const address = fc.oneof(fc.ipV4(), fc.ipV6()).filter((text) => !text.startsWith('::'))
  const range = fc.oneof(
    fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, prefix]) => `${ip}/${prefix}`),
    fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([ip, prefix]) => `${ip}/${prefix}`),
  )
  /** Settings that include the administrator's own address about half the time. */
  const attempt = fc.record({
    address,
    ranges: fc.uniqueArray(range, { maxLength: 3 }),
    own: fc.option(fc.integer({ min: 0, max: 128 })),
    lifetimeMinutes: fc.option(fc.integer({ min: 1, max: 60 })),
    inactivityMinutes: fc.option(fc.integer({ min: 1, max: 60 })),
    domain: fc.option(fc.constantFrom('company.example', '*.example', 'evil.test')),
  })

  test('let the same administrator sign in again from where they saved, and undo it', { timeout: 120_000 }, async () => {
    let saved = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(attempt, async (wanted) => {
        const tenant = await app.buildTenant()
        const token = String((await signInFrom(app, tenant, tenant.administrator, wanted.address)).body.accessToken)
        const at = { token, ...from(wanted.address) }
        const width = wanted.address.includes(':') ? 128 : 32
        const own = wanted.own === null ? [] : [`${wanted.address}/${Math.min(width, wanted.own)}`]
        const { lifetimeMinutes, inactivityMinutes, domain } = wanted
        const answers = [
          await saveTenantSetting(app, tenant, 'sessionPolicy', { lifetimeMinutes, inactivityMinutes }, at),
          await saveTenantSetting(app, tenant, 'emailDomains', { domains: domain === null ? [] : [{ domain }] }, at),
          await saveTenantSetting(
            app,
            tenant,
            'signInAddresses',
            { ranges: [...wanted.ranges, ...own].map((text) => ({ range: text })) },
            at,
          ),
        ]
        for (const { status, body } of answers) {
          if (status === 200) saved++
          else {
            refused++
            expect([400, 409]).toContain(status)
            expect(body.errors[0].field).toMatch(/^value\./)
          }
        }
        const again = await signInFrom(app, tenant, tenant.administrator, wanted.address)
        expect(again.status).toBe(200)
        const back = { token: String(again.body.accessToken), ...from(wanted.address) }
        expect((await app.call(getTenant, {}, back)).body.callerAddress).not.toBeNull()
        expect((await readTenantSetting(app, tenant, 'signInAddresses', back)).status).toBe(200)
        expect((await saveTenantSetting(app, tenant, 'signInAddresses', {}, back)).status).toBe(200)
      }),
      { numRuns: 40 },
    )
    expect(saved).toBeGreaterThan(10)
    expect(refused).toBeGreaterThan(10)
  })
})
