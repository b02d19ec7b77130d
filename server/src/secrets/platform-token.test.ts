import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mintPlatformToken, readPlatformToken } from './platform-token.ts'

const kinds = fc.constantFrom('key' as const, 'scim' as const, 'svc' as const)

test('a new token parses to its tenant and digest', () => {
  fc.assert(
    fc.property(kinds, fc.uuid(), (kind, tenantId) => {
      const minted = mintPlatformToken(kind, tenantId)
      expect(readPlatformToken(kind, minted.text)).toEqual(minted)
      expect(minted.text).toMatch(new RegExp(`^stw_${kind}_[0-9A-Za-z]{55}$`))
      expect(minted.text.startsWith(minted.prefix)).toBe(true)
    }),
  )
})

test('a token with one changed letter is invalid', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(62), fc.constantFrom(...'azAZ09_-é'), (tenantId, at, letter) => {
      const { text } = mintPlatformToken('key', tenantId)
      const position = Math.min(at, text.length - 1)
      fc.pre(text[position] !== letter)
      expect(readPlatformToken('key', text.slice(0, position) + letter + text.slice(position + 1))).toBeUndefined()
    }),
  )
})

test("a token of one kind isn't valid as another, and all tokens differ", () => {
  const tenantId = '0199c0de-1111-7c11-9d59-3b8f5f1c2a44'
  const one = mintPlatformToken('key', tenantId)
  expect(readPlatformToken('scim', one.text)).toBeUndefined()
  expect(mintPlatformToken('key', tenantId).text).not.toBe(one.text)
})
