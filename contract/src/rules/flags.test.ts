import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlagSettings, evaluateFlag, placeOf } from './flags.ts'

const nothing: FlagSettings = { isStopped: false, everyone: null, tenant: null, user: null }
const on = { isEnabled: true, percentage: null }
const off = { isEnabled: false, percentage: null }
const share = (percentage: number) => ({ isEnabled: true, percentage })

describe('a feature flag', () => {
  it('has the default of the catalog until something is set', () => {
    expect(evaluateFlag(true, nothing, 0)).toEqual({ value: true, source: 'default' })
    expect(evaluateFlag(false, nothing, 0)).toEqual({ value: false, source: 'default' })
  })

  it('is decided by the narrowest setting: stopped, user, tenant, everyone, default', () => {
    const everything: FlagSettings = { isStopped: true, everyone: on, tenant: off, user: true }
    expect(evaluateFlag(true, everything, 0)).toEqual({ value: false, source: 'stopped' })
    expect(evaluateFlag(false, { ...everything, isStopped: false }, 0)).toEqual({ value: true, source: 'user' })
    expect(evaluateFlag(true, { ...nothing, everyone: on, tenant: off }, 0)).toEqual({ value: false, source: 'tenant' })
    expect(evaluateFlag(false, { ...nothing, everyone: on }, 0)).toEqual({ value: true, source: 'everyone' })
  })

  it('is on as a preview if the tenant chose previews, unless something narrower says otherwise', () => {
    const chosen: FlagSettings = { ...nothing, isChosenPreview: true, everyone: off }
    expect(evaluateFlag(false, chosen, 0)).toEqual({ value: true, source: 'preview' })
    expect(evaluateFlag(false, { ...chosen, tenant: off }, 0)).toEqual({ value: false, source: 'tenant' })
    expect(evaluateFlag(false, { ...chosen, user: false }, 0)).toEqual({ value: false, source: 'user' })
    expect(evaluateFlag(false, { ...chosen, isStopped: true }, 0)).toEqual({ value: false, source: 'stopped' })
  })

  it('is on for a share of the users and off for the others, despite wider settings', () => {
    const tenth = { ...nothing, tenant: share(10), everyone: on }
    expect(evaluateFlag(true, tenth, 9.99)).toEqual({ value: true, source: 'tenant', percentage: 10 })
    expect(evaluateFlag(true, tenth, 10)).toEqual({ value: false, source: 'tenant', percentage: 10 })
    expect(evaluateFlag(false, { ...nothing, everyone: share(50) }, 49)).toEqual({ value: true, source: 'everyone', percentage: 50 })
    expect(evaluateFlag(false, { ...tenth, user: true }, 99)).toEqual({ value: true, source: 'user' })
  })

  it('stays on for the same users when the share grows', () => {
    const id = fc.uuid()
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 98 }), (user, percentage) => {
        const at = (share_: number) => evaluateFlag(false, { ...nothing, everyone: share(share_) }, placeOf('AuditLog', user)).value
        return !at(percentage) || at(percentage + 1)
      }),
    )
  })
})

describe('the place of a user', () => {
  it('never changes', () => {
    // If these changed, people would lose features they had: see adr/013.
    expect(placeOf('AuditLog', '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44')).toBeCloseTo(78.17553482, 6)
    expect(placeOf('CometaPage', '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44')).toBeCloseTo(44.9110647, 6)
  })

  it('is evenly distributed, also for consecutive identifiers, and differs between flags', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `0199c0de-7a3b-7c11-9d59-${index.toString(16).padStart(12, '0')}`)
    const tenths = Map.groupBy(ids, (id) => Math.floor(placeOf('AuditLog', id) / 10))
    expect(tenths.size).toBe(10)
    for (const [, { length }] of tenths) expect(Math.abs(length - 2_000)).toBeLessThan(200)
    const inBoth = ids.filter((id) => placeOf('AuditLog', id) < 50 && placeOf('CometaPage', id) < 50).length
    expect(inBoth / ids.length).toBeCloseTo(0.25, 1)
  })
})
