import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCancellableJobType } from '../catalog/jobs.ts'
import { dateRangeDays, rangeStart } from './date-ranges.ts'
import { combineStatuses, statusPrecedence } from './status.ts'

describe('statuses', () => {
  it('combine to the strongest: failed, loading, canceled, finished, none', () => {
    expect(combineStatuses([])).toBe('none')
    expect(combineStatuses(['finished', 'cancelled'])).toBe('cancelled')
    expect(combineStatuses(['finished', 'loading', 'cancelled'])).toBe('loading')
    expect(combineStatuses(['loading', 'failed'])).toBe('failed')
  })

  it('combine in any order and in any grouping', () => {
    const some = fc.array(fc.constantFrom(...statusPrecedence))
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(combineStatuses([...b, ...a])).toBe(combineStatuses([combineStatuses(a), combineStatuses(b)]))
      }),
    )
  })
})

describe('date ranges', () => {
  it('begin that many days earlier', () => {
    expect(dateRangeDays.map((days) => rangeStart(days, '2026-04-02T10:00:00.000Z'))).toEqual([
      '2026-04-01T10:00:00.000Z',
      '2026-03-26T10:00:00.000Z',
      '2026-03-03T10:00:00.000Z',
      '2025-12-31T10:00:00.000Z',
    ])
  })
})

describe('jobs', () => {
  it('can be canceled for the listed types only', () => {
    expect(['BULK_EXPORT', 'PLT import', 'bulk_export', 'RunModels'].map(isCancellableJobType)).toEqual([true, true, false, false])
  })
})
