import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { mintToken, readToken, successorOf } from './opaque-token.ts'

it('a token names its tenant and is found by its digest', () => {
  const tenantId = randomUUID()
  const token = mintToken(tenantId)
  expect(readToken(token.text)).toEqual(token)
  expect(mintToken(tenantId).text).not.toBe(token.text)
})

it('a successor follows from the token and the salt, and from nothing less', () => {
  const token = mintToken(randomUUID())
  const salt = randomBytes(32)
  expect(successorOf(token, salt)).toEqual(successorOf(token, salt))
  expect(successorOf(token, randomBytes(32)).text).not.toBe(successorOf(token, salt).text)
  expect(successorOf(mintToken(token.tenantId), salt).text).not.toBe(successorOf(token, salt).text)
  expect(readToken(successorOf(token, salt).text)?.tenantId).toBe(token.tenantId)
})

it.each([undefined, '', 'short', `${'A'.repeat(63)}!`, 'A'.repeat(65)])('%s is no token', (text) => {
  expect(readToken(text)).toBeUndefined()
})
