import { expect, test } from 'vitest'
import { type AnsweredCall, UsageCounters, consoleCaller } from './counters.ts'

const hour = 3_600_000
const key = { type: 'key' as const, tenantId: 'tenant', id: 'key', name: 'Reader' }
const person = { type: 'user' as const, tenantId: 'tenant', id: 'user', name: 'ada@example.com' }
const call = (changes: Partial<AnsweredCall> = {}): AnsweredCall => ({
  principal: key,
  endpointId: 'listUsers',
  status: 200,
  durationMs: 4,
  at: 10 * hour,
  origin: () => ({ address: '192.0.2.1', requestId: 'r' }),
  ...changes,
})

test('calls of the same caller, endpoint and hour are one entry; users are counted together', () => {
  const counters = new UsageCounters()
  counters.note(call())
  counters.note(call({ at: 10 * hour + 5 }))
  counters.note(call({ endpointId: 'listRoles', status: 500 }))
  counters.note(call({ principal: person }))
  counters.note(call({ principal: { ...person, id: 'other' } }))
  const { counts, failures } = counters.take()
  expect(
    counts.map(({ callerId, endpointId, calls, serverErrors, lastCallAt }) => [callerId, endpointId, calls, serverErrors, lastCallAt]),
  ).toEqual([
    ['key', 'listUsers', 2, 0, 10 * hour + 5],
    ['key', 'listRoles', 1, 1, 10 * hour],
    [consoleCaller, 'listUsers', 2, 0, 10 * hour],
  ])
  expect(failures).toHaveLength(1)
  expect(counters.take()).toEqual({ counts: [], failures: [] })
})

test('the next hour is a separate entry', () => {
  const counters = new UsageCounters()
  counters.note(call())
  counters.note(call({ at: 11 * hour }))
  expect(counters.take().counts.map(({ hour: at, calls }) => [at, calls])).toEqual([
    [10 * hour, 1],
    [11 * hour, 1],
  ])
})

test('failed writes are merged with newer counts, once per row', () => {
  const counters = new UsageCounters()
  counters.note(call({ status: 403 }))
  const taken = counters.take()
  counters.note(call({ at: 10 * hour + 9 }))
  counters.putBack(taken)
  const { counts, failures } = counters.take()
  expect(counts).toHaveLength(1)
  expect(counts[0]).toMatchObject({ calls: 2, clientErrors: 1, lastCallAt: 10 * hour + 9 })
  expect(failures).toHaveLength(1)
})

test('the origin is only resolved for failed calls', () => {
  const counters = new UsageCounters()
  const unasked = () => {
    throw new Error('asked')
  }
  counters.note(call({ origin: unasked }))
  expect(() => counters.note(call({ status: 404, origin: unasked }))).toThrow('asked')
})
