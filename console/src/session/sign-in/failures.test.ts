import { describe, expect, it } from 'vitest'
import { NetworkError } from '@steward/contract/http'
import { buildProblem } from '../../testing/problems.ts'
import { changePasswordError, clock, failureOf } from './failures.ts'

describe('failureOf', () => {
  it('distinguishes a wrong combination, a lock, the server’s message, the network and everything else', () => {
    expect(failureOf(buildProblem('login_failed', 'no match'), 'fallback', 0)).toEqual({ kind: 'refused' })
    expect(failureOf(buildProblem('sign_in_locked', 'locked', { retryAfterSeconds: 60 }), 'fallback', 1_000)).toEqual({
      kind: 'wait',
      until: 61_000,
      isLock: true,
    })
    expect(failureOf(buildProblem('rate_limited', 'slow', { parameters: { retryAfterSeconds: 5 } }), 'fallback', 0)).toEqual({
      kind: 'wait',
      until: 5_000,
      isLock: false,
    })
    expect(failureOf(buildProblem('invalid_request', 'The request is not valid.'), 'fallback', 0)).toEqual({
      kind: 'message',
      text: 'The request is not valid.',
    })
    expect(failureOf(new NetworkError('network'), 'fallback', 0)).toEqual({
      kind: 'message',
      text: 'Please check your network connection.',
    })
    expect(failureOf(buildProblem('internal', 'secret details'), 'fallback', 0)).toEqual({ kind: 'message', text: 'fallback' })
  })
})

describe('changePasswordError', () => {
  it('is the message below status 500, or the inner message of one that is JSON', () => {
    expect(changePasswordError(buildProblem('old_password_wrong', 'The current password is incorrect.'))).toBe(
      'The current password is incorrect.',
    )
    expect(changePasswordError(buildProblem('password_rules', '{"message":"Too simple"}'))).toBe('Too simple')
    expect(changePasswordError(buildProblem('password_rules', '{"code":4}'))).toBe('{"code":4}')
  })

  it('is undefined for errors that the fixed alert covers', () => {
    expect(changePasswordError(buildProblem('internal', 'Something went wrong'))).toBeUndefined()
    expect(changePasswordError(new NetworkError('network'))).toBeUndefined()
  })
})

describe('clock', () => {
  it('writes minutes and seconds, and hours where there are any', () => {
    expect([9, 65, 3_725].map(clock)).toEqual(['0:09', '1:05', '1:02:05'])
  })
})
