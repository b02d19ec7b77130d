import { describe, expect, it } from 'vitest'
import { messageTypeOf, messageTypes } from './catalog/message-types.ts'
import { languages } from './languages.ts'
import { eventTypeText, messageText, notificationKind, notificationPath } from './message-text.ts'
import { permissionNames } from './rules/permissions.ts'

const facts = {
  parameters: {
    groupName: 'Analysts',
    actorName: 'ada@x.example',
    names: ['Risk Modeler (Tier 1)', 'ExposureIQ'],
    count: 4,
    fileName: 'Analysts.csv',
    used: 12_000_000_000_000,
    limit: 20_000_000_000_000,
    productName: 'Risk Modeler',
    quotaName: 'maxConcurrentModelRuns',
    current: 1_234.5,
    quota: 1_500,
    logStreamName: 'Analysts’ SIEM',
    schemeCode: 'GROUP',
    schemeName: 'Analysts’ rates',
    vintage: '2026 Q2',
    days: 92,
    added: 1_000,
    changed: 20,
    unchanged: 0,
    askedBy: 'ada@x.example',
    username: 'Analysts@x.example',
  },
  // In most of the world this is already the next day.
  ExpiresAt: '2026-03-14T23:30:00.000Z',
}

describe('every message type', () => {
  it('is in the specification, or about a quota, a log stream, a second factor, an export, rates or the data vault', () => {
    expect(messageTypes.map(({ messageType }) => messageType)).toEqual([
      'ExpiringAppEntitlementsEvent',
      'ExpiringDataEntitlementsEvent',
      'ExpiringModelEntitlementsEvent',
      'QuotaWarning',
      'QuotaCritical',
      'GroupCreated',
      'GroupDeleted',
      'GroupUpdated',
      'ExpiringScimTokenEvent',
      'ExpiringSingleSignOnEvent',
      'DomainProofMissing',
      'ProvisioningStopped',
      'LogStreamPaused',
      'FactorResetRequested',
      'ExportReady',
      'ExportFailed',
      'RateUploadFinished',
      'RateUploadRefused',
      'CurrencySchemeDueEvent',
      'DataVaultStorageExceeded',
    ])
  })

  it.each(messageTypes.map(({ messageType }) => messageType))('%s has a text in every language, and a permission', (messageType) => {
    for (const language of languages) {
      const text = messageText(messageType, facts, language)
      expect(text?.header).toMatch(/\S/)
      expect(text?.message).toMatch(/Analysts|Risk Modeler|12 TB|20/)
      expect(text?.message).not.toContain('{')
      expect(eventTypeText(messageType, language)?.description).toMatch(/\S/)
    }
    expect(permissionNames).toContain(messageTypeOf(messageType)?.permission)
  })
})

it('shows the end date in UTC, and counts the names it leaves out', () => {
  expect(messageText('ExpiringAppEntitlementsEvent', facts, 'en')).toEqual({
    header: 'Application licenses expire soon',
    message: 'The licenses for Risk Modeler (Tier 1), ExposureIQ, and 2 more expire on March 14, 2026 (UTC).',
  })
  expect(messageText('ExpiringDataEntitlementsEvent', { ...facts, parameters: { names: ['Geocoding'], count: 1 } }, 'en')?.message).toBe(
    'The data license for Geocoding expires on March 14, 2026 (UTC).',
  )
})

it('says until when a domain without its record routes sign-ins, and when it no longer does', () => {
  const parameters = { names: ['company.example'], count: 1 }
  expect(messageText('DomainProofMissing', { ...facts, parameters }, 'en')?.message).toContain('March 14, 2026')
  expect(messageText('DomainProofMissing', { parameters }, 'en')?.message).toMatch(/company\.example.*no longer/)
})

it('says how an upload of rates ended', () => {
  expect(messageText('RateUploadFinished', facts, 'en')?.message).toBe(
    'Analysts.csv was saved to GROUP 2026 Q2: 1,000 added, 20 changed, 0 unchanged.',
  )
  expect(messageText('RateUploadRefused', facts, 'en')?.message).toBe(
    'Analysts.csv has 4 lines with errors. Nothing was saved to GROUP 2026 Q2.',
  )
  const { count: _, ...parameters } = facts.parameters
  expect(messageText('RateUploadRefused', { parameters }, 'en')?.message).toBe(
    'Analysts.csv could not be saved to GROUP 2026 Q2. Upload it again.',
  )
})

it('names the quota that is almost used up, with numbers formatted for the language', () => {
  expect(messageText('QuotaWarning', facts, 'en')?.message).toBe('Risk Modeler, Max Concurrent Model Runs: 1,234.5 of 1,500 used.')
  expect(messageText('QuotaCritical', facts, 'de')?.message).toBe(
    'Risk Modeler, Max. gleichzeitige Modellläufe: 1.234,5 von 1.500 genutzt.',
  )
})

it('says how far the data vault is over, however little that is', () => {
  const textOf = (used: number, language: 'en' | 'de' | 'ja') =>
    messageText('DataVaultStorageExceeded', { parameters: { used, limit: 100_000_000_000_000 } }, language)?.message.replaceAll(
      '\u00A0',
      ' ',
    )
  expect(textOf(103_250_000_000_000, 'en')).toContain('103.3 TB of 100 TB')
  expect(textOf(100_002_000_000_000, 'de')).toContain('100,002 TB von 100 TB')
  expect(textOf(100_000_000_000_001, 'ja')).toContain('100.000000000001 TB')
})

it('returns undefined for unknown types', () => {
  expect(messageText('ComesLater', facts, 'en')).toBeUndefined()
  expect(messageText('constructor', facts, 'en')).toBeUndefined()
  expect(notificationPath('ComesLater', {})).toBeUndefined()
})

it('shows an expiry as an error in the last seven days', () => {
  const daysBefore = (days: number) => Date.parse(facts.ExpiresAt) - days * 86_400_000
  expect(notificationKind('ExpiringScimTokenEvent', facts, daysBefore(8))).toBe('info')
  expect(notificationKind('ExpiringScimTokenEvent', facts, daysBefore(7))).toBe('error')
  expect(notificationKind('GroupCreated', {}, 0)).toBe('success')
})

it('links to the page of its subject', () => {
  expect(notificationPath('GroupUpdated', { GroupId: 'g1' })).toBe('/user-administration/groups/g1')
  expect(notificationPath('GroupUpdated', {})).toBe('/user-administration/groups')
  expect(notificationPath('ExportReady', { FileId: 'f1' })).toBe('/download?file=f1')
  expect(notificationPath('RateUploadFinished', facts)).toBe('/reference-data/currencies/currency-schemes/GROUP/2026%20Q2/upload')
  expect(notificationPath('CurrencySchemeDueEvent', facts)).toBe('/reference-data/currencies/currency-schemes/GROUP')
  expect(notificationPath('ExpiringModelEntitlementsEvent', {})).toBe('/company/company-licenses/models')
})

// Second specification file, section 6.
it('sends data vault messages only to users with data vault access and the flag', () => {
  expect(messageTypeOf('DataVaultStorageExceeded')?.permission).toBe('Monitoring.DataVaultStorageNotification')
})
