import { expect, test } from 'vitest'
import { eventDetails, sessionEndReasons, signInFailureReasons } from '@steward/contract/catalog/activity'
import { federationRefusalCodes } from '@steward/contract/catalog/federation-codes'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { deprovisioningLimitDecisions } from '@steward/contract/provisioning/constants'
import { fileKinds } from '@steward/contract/rules/exports'
import { systemEventKinds } from '@steward/contract/system-log/constants'
import { plainLabel } from '../change-text/fields.ts'
import { detailLabel, detailText, detailsText, kindLabel } from './labels.ts'
import { systemLogSearch } from './search.ts'

test.each(['de', 'ja'] as const)('every kind of event has its label in %s', (language) => {
  overwriteGetLocale(() => language)
  // "Export" and "Import" are German, too.
  expect(systemEventKinds.filter((kind) => kindLabel(kind) === plainLabel(kind) && !['export', 'import'].includes(kind))).toEqual([])
})

test.each(['de', 'ja'] as const)('every detail of an event has its label in %s', (language) => {
  overwriteGetLocale(() => language)
  // These are German, too.
  const same = new Set(['limit', 'name', 'status', 'version'])
  expect(eventDetails.filter((name) => detailLabel(name) === plainLabel(name) && !same.has(name))).toEqual([])
  // Services choose names of their own.
  expect(detailLabel('recordsRead')).toBe('Records read')
})

test('details are shown as times and numbers of the language', () => {
  overwriteGetLocale(() => 'de')
  expect(detailText('rows', 12_500)).toBe('12.500')
  expect(detailText('isTest', true)).toBe('ja')
  expect(detailText('lockedUntil', '2026-03-14T09:20:00.000Z')).toContain('14.')
  expect(detailText('recordKind', 'password')).toBe('password')
})

test('details are a line of text, without ids of records', () => {
  overwriteGetLocale(() => 'en')
  expect(detailsText({ details: { fileId: 'f81d4fae', reason: 'password', failures: 1_200 } })).toBe(
    'Wrong password · Failed attempts: 1,200',
  )
  expect(detailsText({ details: {} })).toBe('')
})

/** The codes that the server writes, by detail. */
const codes: Record<string, readonly string[]> = {
  change: ['set', 'removed', 'packages'],
  channel: ['email', 'push'],
  decision: deprovisioningLimitDecisions,
  from: ['on', 'off', 'not set', 'going', 'stopped'],
  kind: ['authenticator', 'passkey', 'application', 'data', 'model', 'quota', 'package'],
  messageType: ['GroupUpdated', 'QuotaWarning'],
  method: ['password', 'passkey', 'authenticator', 'recovery_code', 'oidc', 'saml'],
  operation: ['create', 'replace', 'patch', 'delete', 'bulk'],
  product: ['RI-RISKMODELER'],
  reason: [...sessionEndReasons, ...signInFailureReasons, 'push_gone'],
  refusal: federationRefusalCodes,
  scope: ['everyone', 'tenant', 'user'],
  template: ['activation', 'federated', 'reset', 'password_changed', 'factor_changed', 'notification', 'provisioning_stopped', 'feedback'],
  tenants: ['all', 'this'],
  to: ['on', 'off', 'not set', 'going', 'stopped'],
  what: [...fileKinds, 'vintages', 'exchange rates', 'currencies', 'currencySchemes', 'data_entitlements', 'model_entitlements'],
}

test.each(['en', 'de', 'ja'] as const)('every code of a detail is shown as text in %s', (language) => {
  overwriteGetLocale(() => language)
  const asCodes = Object.entries(codes).flatMap(([name, values]) => values.filter((code) => detailText(name, code) === code))
  expect(asCodes).toEqual([])
  expect(detailText('reason', '550 5.1.1 mailbox unavailable')).toBe('550 5.1.1 mailbox unavailable')
  expect(detailText('reason', 'constructor')).toBe('constructor')
  expect(detailText('constructor', 'name')).toBe('name')
})

test('codes are in the language shown', () => {
  overwriteGetLocale(() => 'de')
  expect(detailText('reason', 'inactivity')).toBe('Inaktivität')
  expect(detailText('refusal', 'user_disabled')).toBe('Der Benutzer ist hier deaktiviert.')
  expect(detailText('product', 'RI-RISKMODELER')).toBe('Risk Modeler')
})

test('reads the URL and drops what is invalid', () => {
  expect(systemLogSearch({ kind: 'sign_in', outcome: 'odd', address: '203.0.113.7', userId: 'x', before: 'a b', days: 30 })).toEqual({
    kind: ['sign_in'],
    address: '203.0.113.7',
    days: 30,
  })
  expect(systemLogSearch({ address: 'home' })).toEqual({})
})
