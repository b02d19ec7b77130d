import { describe, expect, it } from 'vitest'
import { axisOf, placeOf, type Period } from './periods.ts'

const now = Date.parse('2026-03-14T09:00:00Z')
const period = (from: string, until: string | null): Period => ({ id: from, name: from, from, until, tone: 'accent' })

describe('the axis of periods', () => {
  it('holds every period, now, and at most eight ticks at the beginnings of months', () => {
    const axis = axisOf([period('2025-10-02T00:00:00Z', '2026-12-31T00:00:00Z')], now)
    expect(axis.from).toBeLessThan(Date.parse('2025-10-02'))
    expect(axis.until).toBeGreaterThan(Date.parse('2026-12-31'))
    expect(axis.ticks.length).toBeLessThanOrEqual(8)
    expect(axis.ticks.length).toBeGreaterThan(3)
    for (const tick of axis.ticks) expect(new Date(tick).toISOString()).toMatch(/-01T00:00:00.000Z$/)
  })

  it('shows years where periods are long, and does not begin long before what matters', () => {
    const axis = axisOf([period('1999-01-01T00:00:00Z', '2035-01-01T00:00:00Z')], now)
    expect(axis.isYears).toBe(true)
    expect(new Date(axis.from).getUTCFullYear()).toBeGreaterThan(2015)
    expect(placeOf(Date.parse('1999-01-01'), axis)).toBe(0)
  })

  it('places now between the past and the end of a period without one', () => {
    const axis = axisOf([period('2026-01-01T00:00:00Z', null)], now)
    expect(placeOf(now, axis)).toBeGreaterThan(50)
    expect(placeOf(now, axis)).toBeLessThan(100)
  })
})
