import { expect, it } from 'vitest'
import { provesSecondFactor } from './provider-factor.ts'

it.each([
  [['pwd'], [], false],
  [['pwd', 'mfa'], [], true],
  [['otp'], [], true],
  [['MFA'], [], false],
  [[], ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'], false],
  [[], ['https://refeds.org/profile/mfa'], true],
  [[], ['urn:company:strong'], true],
  // A context isn’t a method, nor the reverse.
  [['urn:company:strong'], ['mfa'], false],
  [[], [], false],
])('methods %j and contexts %j prove a second factor: %s', (methods, contexts, expected) => {
  expect(provesSecondFactor({ methods, contexts }, ['urn:company:strong'])).toBe(expected)
})
