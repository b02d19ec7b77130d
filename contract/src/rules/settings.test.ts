import { describe, expect, it } from 'vitest'
import {
  emailDomainsSchema,
  sessionPolicySchema,
  settingSchemas,
  signInAddressesSchema,
  tenantSettingsSchema,
  userSettingsSchema,
} from './settings-schemas.ts'
import { isAllowedEmail } from './settings.ts'

describe('settings', () => {
  it('have defaults: an empty object is a setting that was never saved', () => {
    expect(tenantSettingsSchema.parse({})).toEqual({ featurePreviewAccess: false })
    expect(sessionPolicySchema.parse({})).toEqual({ lifetimeMinutes: null, inactivityMinutes: null })
    expect(emailDomainsSchema.parse({})).toEqual({ domains: [] })
    expect(signInAddressesSchema.parse({})).toEqual({ ranges: [] })
    expect(userSettingsSchema.parse({})).toEqual({})
  })

  it('refuse unknown fields', () => {
    for (const schemas of Object.values(settingSchemas)) {
      for (const schema of Object.values(schemas)) expect(schema.safeParse({ colour: 'red' }).success).toBe(false)
    }
  })

  it.each([
    [{ lifetimeMinutes: 14, inactivityMinutes: null }],
    [{ lifetimeMinutes: 43_201, inactivityMinutes: null }],
    [{ lifetimeMinutes: null, inactivityMinutes: 10_081 }],
    [{ lifetimeMinutes: 60, inactivityMinutes: 61 }],
    [{ lifetimeMinutes: 60.5, inactivityMinutes: null }],
  ])('session times %j are refused', (policy) => {
    expect(sessionPolicySchema.safeParse(policy).success).toBe(false)
  })

  it.each(['company.com', '*.company.com', 'a-b.co.uk', ' Company.COM ', 'xn--mller-kva.example'])('accepts the domain %j', (domain) => {
    expect(emailDomainsSchema.parse({ domains: [{ domain }] }).domains[0]?.domain).toBe(domain.trim().toLowerCase())
  })

  it.each(['company', '@company.com', 'a@company.com', '*.com*', '*', '-a.com', 'a..com', 'https://company.com', '10.0.0.1'])(
    'the domain %j is refused',
    (domain) => {
      expect(emailDomainsSchema.safeParse({ domains: [{ domain }] }).success).toBe(false)
    },
  )

  it('compare domains case-insensitively, and wildcards with subdomains', () => {
    const domains = emailDomainsSchema.parse({ domains: [{ domain: 'company.com' }, { domain: '*.group.example' }] })
    expect(isAllowedEmail('ada@Company.com', domains)).toBe(true)
    expect(isAllowedEmail('ada@eu.company.com', domains)).toBe(false)
    expect(isAllowedEmail('ada@notcompany.com', domains)).toBe(false)
    expect(isAllowedEmail('ada@eu.group.example', domains)).toBe(true)
    expect(isAllowedEmail('ada@group.example', domains)).toBe(false)
    expect(isAllowedEmail('"a@company.com"@evil.example', domains)).toBe(false)
  })

  it('normalize ranges to their shortest form and refuse duplicates', () => {
    expect(signInAddressesSchema.parse({ ranges: [{ range: ' 10.1.2.3/8 ' }] })).toEqual({ ranges: [{ range: '10.0.0.0/8', note: '' }] })
    const twice = signInAddressesSchema.safeParse({ ranges: [{ range: '10.0.0.0/8' }, { range: '10.9.9.9/8' }] })
    expect(twice.error?.issues[0]).toMatchObject({ path: ['ranges', 1, 'range'], params: { code: 'listed_twice' } })
  })

  it.each([
    [{ timeZone: 'Europe/Zurich' }, true],
    [{ timeZone: 'system' }, true],
    [{ timeZone: 'Asia/Calcutta' }, true],
    [{ timeZone: 'Mars/Olympus' }, false],
    [{ theme: 'dark', density: 'compact', language: 'de' }, true],
    [{ theme: 'pink' }, false],
    [{ language: '<script>' }, false],
  ])('%j as settings of a user: %s', (settings, isTaken) => {
    expect(userSettingsSchema.safeParse(settings).success).toBe(isTaken)
  })
})
