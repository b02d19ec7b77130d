import { fieldFaults, fieldFaultText } from '@steward/contract/field-faults'
import { describe, expect, test } from 'vitest'
import {
  resolvedSettings,
  settingsConflict,
  settingsOf,
  settingsSchema,
  shortenedLogs,
  shortenedSession,
  valuesOf,
  type Settings,
  type SettingsValues,
} from './values.ts'
import { formatDays, formatMinutes } from '../i18n/duration.ts'

const stored: Settings = {
  tenantSettings: { featurePreviewAccess: true },
  sessionPolicy: { lifetimeMinutes: 480, inactivityMinutes: null },
  secondFactor: {
    audience: 'administrators',
    kinds: ['authenticator', 'passkey'],
    graceDays: 14,
    rememberDays: 30,
    requiresProviderFactor: false,
    requiresResetApproval: false,
    providerContexts: [],
  },
  emailDomains: { domains: [{ domain: 'company.com' }] },
  signInAddresses: { ranges: [{ range: '203.0.113.0/24', note: 'Office' }] },
  logRetention: { auditLogDays: 730, systemLogDays: null },
  accountCreation: { duringProvisioning: false },
}
const limits = {
  auditLog: { defaultDays: 2_557, minimumDays: 365, maximumDays: 3_653 },
  systemLog: { defaultDays: 400, minimumDays: 92, maximumDays: 3_653 },
}
const schema = settingsSchema(limits)
const values = valuesOf({ data: stored })
const checked = (change: Partial<SettingsValues>) => schema.safeParse({ ...values, ...change })

describe('the form of the tenant settings', () => {
  test('converts stored settings to form values and back without changes', () => {
    expect(values).toMatchObject({ lifetimeMinutes: '480', inactivityMinutes: '', auditLogDays: '730', systemLogDays: '' })
    expect(settingsOf(schema.parse(values))).toEqual(stored)
  })

  test('reads days as people write them', () => {
    const change = { auditLogDays: '1,095', systemLogDays: '４００', graceDays: ' 7 ' }
    expect(checked(change).data).toMatchObject({ auditLogDays: 1_095, systemLogDays: 400, graceDays: 7 })
  })

  test.each<[Partial<SettingsValues>, (string | number)[]]>([
    [{ systemLogDays: '1e3' }, ['systemLogDays']],
    [{ lifetimeMinutes: '0x1e0' }, ['lifetimeMinutes']],
    [{ graceDays: '1.5' }, ['graceDays']],
    [{ lifetimeMinutes: '14' }, ['lifetimeMinutes']],
    [{ lifetimeMinutes: 'eight hours' }, ['lifetimeMinutes']],
    [{ lifetimeMinutes: '60', inactivityMinutes: '90' }, ['inactivityMinutes']],
    [{ passkey: false, authenticator: false }, ['authenticator']],
    [{ graceDays: '' }, ['graceDays']],
    [{ rememberDays: '91' }, ['rememberDays']],
    [{ auditLogDays: '364' }, ['auditLogDays']],
    [{ systemLogDays: '3654' }, ['systemLogDays']],
    [{ systemLogDays: 'a year' }, ['systemLogDays']],
    [{ domains: [{ domain: 'company' }] }, ['domains', 0, 'domain']],
    [{ ranges: [{ range: '10.0.0.0/8' }, { range: '10.0.0.1/8' }] }, ['ranges', 1, 'range']],
  ])('finds the fault of %j beside its field', (change, path) => {
    expect(checked(change).error?.issues.map((issue) => issue.path)).toEqual([path])
  })

  test('shows a conflict with readable values and takes each field from the chosen side', () => {
    const mine = { ...schema.parse(values), lifetimeMinutes: 300, domains: [] }
    const theirs: Settings = { ...stored, sessionPolicy: { lifetimeMinutes: 90, inactivityMinutes: null } }
    const conflict = settingsConflict({ base: stored, mine, theirs })
    expect(conflict.find(({ id }) => id === 'lifetimeMinutes')).toMatchObject({ base: '8 hours', mine: '5 hours', theirs: '90 minutes' })
    const resolved = resolvedSettings({ mine, theirs }, { lifetimeMinutes: 'theirs', domains: 'mine', ranges: 'theirs' })
    expect(resolved).toMatchObject({ lifetimeMinutes: 90, domains: [], ranges: stored.signInAddresses.ranges })
  })

  test('tells which limit of open sessions becomes shorter, also by going back to the default', () => {
    const defaults = { lifetimeMinutes: 720, inactivityMinutes: 60 }
    const typed = (lifetimeMinutes: string, inactivityMinutes: string) =>
      shortenedSession(stored.sessionPolicy, { lifetimeMinutes, inactivityMinutes }, defaults)
    expect(typed('480', '')).toBeUndefined()
    expect(typed('', '90')).toBeUndefined()
    expect(typed('479', '60')).toEqual({ lifetime: 479, inactivity: undefined })
    expect(typed('5', '30')).toEqual({ lifetime: undefined, inactivity: 30 })
    expect(
      shortenedSession({ ...stored.sessionPolicy, lifetimeMinutes: 800 }, { lifetimeMinutes: '', inactivityMinutes: '' }, defaults),
    ).toEqual({
      lifetime: 720,
      inactivity: undefined,
    })
  })

  test('names the limits of a session in units that are read', () => {
    const fault = checked({ lifetimeMinutes: '14' }).error?.issues ?? []
    expect(fieldFaults(fault, values).map((found) => fieldFaultText(found))).toEqual(['Enter 15 minutes to 30 days.'])
  })

  test('tells which logs lose entries, also by going back to the default', () => {
    const before = stored.logRetention
    expect(shortenedLogs(before, { auditLogDays: 731, systemLogDays: 400 }, limits)).toBeUndefined()
    expect(shortenedLogs(before, { auditLogDays: 400, systemLogDays: 399 }, limits)).toEqual({ auditLog: 400, systemLog: 399 })
    expect(shortenedLogs({ ...before, systemLogDays: 500 }, before, limits)).toEqual({ auditLog: undefined, systemLog: 400 })
  })

  test('shows days as years where they are', () => {
    expect([92, 365, 366, 367, 400, 2_557, 3_653].map(formatDays)).toEqual([
      '92 days',
      '1 year',
      '1 year',
      '367 days',
      '400 days',
      '7 years',
      '10 years',
    ])
  })

  test('shows minutes in the largest exact unit', () => {
    expect([1_440, 2_880, 60, 90, 15].map(formatMinutes)).toEqual(['1 day', '2 days', '1 hour', '90 minutes', '15 minutes'])
  })
})
