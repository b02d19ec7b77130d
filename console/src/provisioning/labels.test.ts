import { expect, test } from 'vitest'
import { exampleProvisioningEvent } from '@steward/contract/provisioning/docs'
import type { ProvisioningEventDetail } from '@steward/contract/provisioning/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { adviceFor, nameOf, operationText, outcomeText } from './labels.ts'

const failed = (more: Partial<ProvisioningEventDetail>): ProvisioningEventDetail => {
  return { ...exampleProvisioningEvent, code: null, scimType: null, ...more }
}

test('a failure is explained by its rule, otherwise by its kind, otherwise by its status', () => {
  expect(adviceFor(failed({ status: 403, code: 'last_administrator' }))).toBe(m.scim_advice_last_administrator())
  expect(adviceFor(failed({ status: 409, code: 'user_exists', scimType: 'uniqueness' }))).toBe(m.scim_advice_taken())
  expect(adviceFor(failed({ status: 404 }))).toBe(m.scim_advice_missing())
  expect(adviceFor(failed({ status: 500 }))).toBe(m.scim_advice_internal())
  expect(adviceFor(failed({ status: 418 }))).toBe(m.scim_advice_other())
  expect(adviceFor(failed({ status: 503, outcome: 'limited' }))).toBe(m.scim_advice_limited())
  expect(adviceFor(failed({ status: 200, outcome: 'changed' }))).toBeUndefined()
})

test('every operation has a label', () => {
  expect(operationText({ operation: 'patch', resourceType: 'Group' })).toBe('Change group')
  expect(operationText({ operation: 'read', resourceType: null })).toBe('Read settings')
  expect(outcomeText({ outcome: 'changed', isDryRun: true })).toBe('Would change')
  expect(nameOf(failed({ resourceName: '', resourceId: 'an id' }))).toBe('an id')
  expect(nameOf(failed({ resourceName: '', resourceId: null, resourceType: null }))).toBe('All')
})
