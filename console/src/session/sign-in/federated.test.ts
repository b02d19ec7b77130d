import { expect, it } from 'vitest'
import { readReturn } from './federated.ts'

it('reads only the parameters that the provider’s redirect sets', () => {
  expect(readReturn('#code=Zk1&tenant=demo')).toEqual({
    tenantName: 'demo',
    code: 'Zk1',
    refusal: undefined,
    attemptId: undefined,
    isTest: false,
  })
  expect(readReturn('refusal=user_disabled&attempt=0199&tenant=demo&test=true')).toEqual({
    tenantName: 'demo',
    code: undefined,
    refusal: 'user_disabled',
    attemptId: '0199',
    isTest: true,
  })
  expect(readReturn('#code=Zk1')).toBeUndefined()
  expect(readReturn('#tenant=demo')).toBeUndefined()
  expect(readReturn('')).toBeUndefined()
})
