import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { esgPillars, esgPortfolios } from '../catalog/esg.ts'
import { defaultEsgWeights, esgScore, isEsgWeights, largestWeight, rebalance, wholeWeight, type LevelWeights } from './esg.ts'

const sum = (level: LevelWeights) => Object.values(level).reduce((total, weight) => total + weight, 0)

/** A level of two to eight parts that sums to 100 %. */
const level = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 7 }).map((cuts): LevelWeights => {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), wholeWeight]
  return Object.fromEntries(edges.slice(1).map((edge, index) => [`part${index}`, edge - (edges[index] ?? 0)]))
})
const move = level.chain((weights) =>
  fc.record({
    weights: fc.constant(weights),
    locked: fc.subarray(Object.keys(weights)).map((ids) => new Set(ids)),
    id: fc.constantFrom(...Object.keys(weights)),
    wanted: fc.integer({ min: -200, max: 1_400 }),
  }),
)

describe('re-balancing', () => {
  test('always sums to 100 %, never goes below 0 and does not change locked parts', () => {
    fc.assert(
      fc.property(move, ({ weights, locked, id, wanted }) => {
        const after = rebalance(weights, locked, id, wanted)
        expect(sum(after)).toBe(wholeWeight)
        expect(Object.values(after).every((weight) => Number.isInteger(weight) && weight >= 0)).toBe(true)
        for (const name of locked) expect(after[name]).toBe(weights[name])
      }),
    )
  })

  test('gives the part the requested weight as far as it is free', () => {
    fc.assert(
      fc.property(move, ({ weights, locked, id, wanted }) => {
        fc.pre(!locked.has(id))
        const most = largestWeight(weights, locked, id)
        const isFree = Object.keys(weights).some((other) => other !== id && !locked.has(other))
        const expected = isFree ? Math.max(0, Math.min(most, wanted)) : weights[id]
        expect(rebalance(weights, locked, id, wanted)[id]).toBe(expected)
      }),
    )
  })

  test('keeps the order of the unlocked others', () => {
    fc.assert(
      fc.property(move, ({ weights, locked, id, wanted }) => {
        const after = rebalance(weights, locked, id, wanted)
        const free = Object.keys(weights).filter((other) => other !== id && !locked.has(other))
        for (const a of free) {
          for (const b of free) {
            if ((weights[a] ?? 0) > (weights[b] ?? 0)) expect(after[a] ?? 0).toBeGreaterThanOrEqual(after[b] ?? 0)
          }
        }
      }),
    )
  })

  test('splits evenly if the others weigh 0', () => {
    expect(rebalance({ a: 1_000, b: 0, c: 0 }, new Set(), 'a', 400)).toEqual({ a: 400, b: 300, c: 300 })
  })
})

describe('weights', () => {
  test('the defaults of the catalog are valid', () => {
    expect(isEsgWeights(defaultEsgWeights)).toBe(true)
    for (const { holdings } of esgPortfolios) expect(holdings.reduce((total, holding) => total + holding.share, 0)).toBe(wholeWeight)
  })

  test.each([
    ['a level beyond 100 %', { ...defaultEsgWeights, pillars: { ...defaultEsgWeights.pillars, social: 301 } }],
    ['an unknown part', { ...defaultEsgWeights, pillars: { ...defaultEsgWeights.pillars, other: 0 } }],
    ['a missing level', { ...defaultEsgWeights, factors: {} }],
    ['a fraction', { ...defaultEsgWeights, pillars: { environmental: 450.5, social: 299.5, governance: 250 } }],
    ['a negative weight', { ...defaultEsgWeights, pillars: { environmental: 1_100, social: -100, governance: 0 } }],
  ])('%s is refused', (_, weights) => {
    expect(isEsgWeights(weights)).toBe(false)
  })
})

test('a score lies between the lowest and highest of its parts, and equals that of a pillar with all the weight', () => {
  for (const portfolio of esgPortfolios) {
    const { total, pillars } = esgScore(portfolio, defaultEsgWeights)
    expect(total).toBeGreaterThanOrEqual(Math.min(...Object.values(pillars)))
    expect(total).toBeLessThanOrEqual(Math.max(...Object.values(pillars)))
    for (const { pillarId } of esgPillars) {
      const only = { ...defaultEsgWeights, pillars: { environmental: 0, social: 0, governance: 0, [pillarId]: wholeWeight } }
      expect(esgScore(portfolio, only).total).toBeCloseTo(pillars[pillarId] ?? 0)
    }
  }
})
