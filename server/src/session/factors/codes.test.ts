import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newRecoveryCodes, newSecret, recoveryDigest, setupAddress, stepOfCode } from './codes.ts'

const codeAt = (secret: string, timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

describe('codes of authenticator apps', () => {
  test('follow RFC 6238, appendix B', () => {
    const secret = Secret.fromUTF8('12345678901234567890').base32
    expect(stepOfCode(secret, '287082', new Date(59_000))).toBe(1)
    expect(stepOfCode(secret, '081804', new Date(1_111_111_109_000))).toBe(37_037_036)
  })

  test('count for their step and one around it, never further', () => {
    const seconds = fc.integer({ min: 10_000, max: 4_000_000_000 })
    fc.assert(
      fc.property(seconds, fc.integer({ min: -6, max: 6 }), (now, steps) => {
        const secret = newSecret()
        const at = now + steps * 30
        const step = stepOfCode(secret, codeAt(secret, at * 1000), new Date(now * 1000))
        // A code of another step can be the same by chance.
        if (Math.abs(steps) <= 1) {
          expect(Math.abs((step ?? Infinity) - Math.floor(now / 30))).toBeLessThanOrEqual(1)
          expect(codeAt(secret, (step ?? 0) * 30_000)).toBe(codeAt(secret, at * 1000))
        } else if (step !== undefined) expect(codeAt(secret, step * 30_000)).toBe(codeAt(secret, at * 1000))
      }),
      { numRuns: 100 },
    )
  })

  test('are read as people type them, and nothing else', () => {
    const secret = newSecret()
    const code = codeAt(secret, 0)
    const wide = code.replace(/\d/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfe_e0))
    for (const typed of [code, `${code.slice(0, 3)} ${code.slice(3)}`, wide]) expect(stepOfCode(secret, typed, new Date(0))).toBe(0)
    fc.assert(fc.property(fc.string({ maxLength: 5 }), (text) => stepOfCode(secret, text, new Date(0)) === undefined))
  })

  test('are set up with an address that names the account', () => {
    expect(setupAddress('JBSWY3DPEHPK3PXP', 'ada@company.example (demo)')).toContain('secret=JBSWY3DPEHPK3PXP')
  })
})

describe('recovery codes', () => {
  const key = randomBytes(32)
  const owner = { tenantId: 'a', userId: 'b' }

  test('are ten different ones', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{4}-){3}[\dA-HJKMNP-TV-Z]{4}$/)
  })

  test('are the same in any case, with or without spaces, and with letters for digits', () => {
    const digest = recoveryDigest(key, owner, '0A1B-2C3D-4E5F-6G7H')
    for (const typed of ['0a1b2c3d4e5f6g7h', 'OAIB 2C3D 4E5F 6G7H', 'oalb-2c3d-4e5f-6g7h'])
      expect(recoveryDigest(key, owner, typed)).toEqual(digest)
  })

  test('belong to one person', () => {
    const [code = ''] = newRecoveryCodes()
    expect(recoveryDigest(key, owner, code)).not.toEqual(recoveryDigest(key, { ...owner, userId: 'c' }, code))
  })
})
