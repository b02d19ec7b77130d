import { expect, it } from 'vitest'
import { ProblemError } from '@steward/contract/http'
import { isGone } from './problem.ts'

const refusal = (status: number, errors?: { field: string; code: string; message: string }[]) =>
  new ProblemError(status, { type: '', title: '', status, code: '', message: '', requestId: '', parameters: {}, errors })

it('tells not found from other failures', () => {
  const fault = { code: 'invalid_format', message: '' }
  expect(isGone(refusal(404))).toBe(true)
  expect(isGone(refusal(400, [{ field: 'params.groupId', ...fault }]))).toBe(true)
  expect(isGone(refusal(400, [{ field: 'query.params', ...fault }]))).toBe(false)
  expect(isGone(refusal(503))).toBe(false)
  expect(isGone(new TypeError('fetch failed'))).toBe(false)
})
