import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { mintToken, readToken, successorOf } from './opaque-token.ts'

it('names the tenant of a token and finds it by digest', () => {
  const tenantId = randomUUID()
  const token = mintToken(tenantId)
  expect(readToken(token.text)).toEqual(token)
  expect(mintToken(tenantId).text).not.toBe(token.text)
})

it('derives a successor only from both the token and the salt', () => {
  const token = mintToken(randomUUID())
  const salt = randomBytes(32)
  expect(successorOf(token, salt)).toEqual(successorOf(token, salt))
  expect(successorOf(token, randomBytes(32)).text).not.toBe(successorOf(token, salt).text)
  expect(successorOf(mintToken(token.tenantId), salt).text).not.toBe(successorOf(token, salt).text)
  expect(readToken(successorOf(token, salt).text)?.tenantId).toBe(token.tenantId)
})

it.each([undefined, '', 'short', `${'A'.repeat(63)}!`, 'A'.repeat(65)])('rejects %s as a token', (text) => {
  expect(readToken(text)).toBeUndefined()
})
