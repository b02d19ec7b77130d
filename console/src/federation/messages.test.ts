import { describe, expect, it } from 'vitest'
import {
  federationCheckCodes,
  federationRefusalCodes,
  federationStepCodes,
  federationWarningCodes,
} from '@steward/contract/catalog/federation-codes'
import { checkText } from './checkMessages.ts'
import { plainRefusal, refusalAdvice, refusalText } from './refusalMessages.ts'
import { stepDetails, stepText } from './stepLabels.ts'
import { warningText } from './warningMessages.ts'

const at = '2026-03-14T09:26:53.589Z'

describe('every code has a message', () => {
  it.each(federationCheckCodes)('check %s, with any outcome', (code) => {
    for (const outcome of ['passed', 'warning', 'failed'] as const) {
      expect(checkText({ code, outcome, parameters: {} })).toMatch(/\S/)
    }
  })

  it.each(federationStepCodes)('step %s', (code) => {
    expect(stepText({ code, at, outcome: 'passed', details: {} })).toMatch(/\S/)
  })

  it.each(federationRefusalCodes)('refusal %s, and how to fix it', (code) => {
    expect(refusalText({ code, parameters: {} })).toMatch(/\S/)
    expect(refusalAdvice({ code, parameters: {} })).toMatch(/\S/)
  })

  it.each(federationWarningCodes)('warning %s', (code) => {
    expect(warningText({ code, slot: 'active', parameters: {} })).toMatch(/\S/)
  })
})

it('includes details for administrators and leaves out empty ones', () => {
  expect(stepDetails({ found: 'new', expected: '', keyId: 'provider-1', surprise: 7 })).toEqual([
    { key: 'found', term: 'Found by', value: 'New' },
    { key: 'keyId', term: 'Key', value: 'provider-1' },
    { key: 'surprise', term: 'surprise', value: '7' },
  ])
})

it('shows the dates of certificates, and clock differences without a sign', () => {
  const parameters = { subject: 'CN=login', notAfter: '2027-03-14T12:00:00.000Z' }
  expect(checkText({ code: 'certificate', outcome: 'passed', parameters })).toMatch(/CN=login is valid until .*2027/)
  expect(checkText({ code: 'clock', outcome: 'passed', parameters: { seconds: -3 } })).toBe('The clocks agree: 3 s apart.')
})

it('shows the refused person only messages that need no parameters', () => {
  expect(plainRefusal('user_disabled')).toBe('The user is disabled here.')
  expect(plainRefusal('issuer_wrong')).toBeUndefined()
  expect(plainRefusal('toString')).toBeUndefined()
})
