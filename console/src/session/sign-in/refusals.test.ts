import { expect, it } from 'vitest'
import { federationRefusalCodes } from '@steward/contract/catalog/federation-codes'
import { refusalForPerson } from './refusals.ts'

it('tells people what they can do, without terms of administrators', () => {
  expect(refusalForPerson('user_disabled')).toBe('Your account is disabled. Ask your administrator to enable it.')
  expect(refusalForPerson('user_not_provisioned')).toMatch(/an account here yet/)
  expect(refusalForPerson('flow_used')).toMatch(/Try again\.$/)
  expect(refusalForPerson('toString')).toBe(refusalForPerson('audience_wrong'))
  for (const code of federationRefusalCodes) {
    expect(refusalForPerson(code)).not.toMatch(/SAML|OpenID|assertion|claim|token|signature|metadata|NameID|nonce|issuer|provider/i)
  }
})
