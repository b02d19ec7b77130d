import { esgPillars, type EsgPortfolio } from '../catalog/esg.ts'

/**
 * Weights of ESG scores (product decisions, "ESG score customization"): tenths of a percent that sum to 100 % among the pillars
 * and among the factors of each pillar.
 */

/** 100 %. */
export const wholeWeight = 1_000

/** The weights of the parts of one level, by id. */
export type LevelWeights = Readonly<Record<string, number>>

export interface EsgWeights {
  pillars: LevelWeights
  /** By pillar. */
  factors: Readonly<Record<string, LevelWeights>>
}

/** The platform's default weights. */
export const defaultEsgWeights: EsgWeights = {
  pillars: Object.fromEntries(esgPillars.map((pillar) => [pillar.pillarId, pillar.defaultWeight])),
  factors: Object.fromEntries(
    esgPillars.map((pillar) => [pillar.pillarId, Object.fromEntries(pillar.factors.map((one) => [one.factorId, one.defaultWeight]))]),
  ),
}

const sum = (weights: LevelWeights): number => Object.values(weights).reduce((total, weight) => total + weight, 0)

/** Whether every level has exactly its parts, with nonnegative integer weights that sum to 100 %. */
export function isEsgWeights(weights: EsgWeights): boolean {
  const isLevel = (level: LevelWeights | undefined, ids: readonly string[]): boolean =>
    level !== undefined &&
    Object.keys(level).length === ids.length &&
    ids.every((id) => Number.isInteger(level[id]) && (level[id] ?? -1) >= 0) &&
    sum(level) === wholeWeight
  return (
    isLevel(
      weights.pillars,
      esgPillars.map((pillar) => pillar.pillarId),
    ) &&
    Object.keys(weights.factors).length === esgPillars.length &&
    esgPillars.every((pillar) =>
      isLevel(
        weights.factors[pillar.pillarId],
        pillar.factors.map((one) => one.factorId),
      ),
    )
  )
}

/** The maximum weight of one part: what the locked others leave, or its own weight if the others are all locked. */
export function largestWeight(level: LevelWeights, locked: ReadonlySet<string>, id: string): number {
  const others = Object.keys(level).filter((other) => other !== id)
  if (others.every((other) => locked.has(other))) return level[id] ?? 0
  return wholeWeight - others.reduce((total, other) => total + (locked.has(other) ? (level[other] ?? 0) : 0), 0)
}

/**
 * Changes the weight of one part and re-balances the unlocked others in proportion to their weights, so that the level
 * still sums to 100 %. A weight above what is free is capped. A locked part, or one whose others are all locked, stays.
 */
export function rebalance(level: LevelWeights, locked: ReadonlySet<string>, id: string, wanted: number): LevelWeights {
  const free = Object.keys(level).filter((other) => other !== id && !locked.has(other))
  if (!(id in level) || locked.has(id) || free.length === 0) return level
  const most = largestWeight(level, locked, id)
  const weight = Math.max(0, Math.min(most, Math.round(wanted)))
  const shares = apportion(
    most - weight,
    free.map((other) => level[other] ?? 0),
  )
  return { ...level, [id]: weight, ...Object.fromEntries(free.map((other, index) => [other, shares[index] ?? 0])) }
}

/** Splits an integer in proportion, by largest remainders; evenly if all weights are 0. */
function apportion(total: number, proportions: readonly number[]): number[] {
  const all = proportions.reduce((sumOfAll, one) => sumOfAll + one, 0)
  const exact = proportions.map((one) => (all === 0 ? total / proportions.length : (total * one) / all))
  const whole = exact.map(Math.floor)
  const order = exact.map((one, index) => ({ index, rest: one - Math.floor(one) })).toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  let left = total - whole.reduce((sumOfAll, one) => sumOfAll + one, 0)
  for (const { index } of order) {
    if (left-- <= 0) break
    whole[index] = (whole[index] ?? 0) + 1
  }
  return whole
}

/** Scores of a portfolio from 0 to 100: for each pillar and overall. */
export interface EsgScore {
  total: number
  pillars: Readonly<Record<string, number>>
}

/** The score of a portfolio with these weights. */
export function esgScore(portfolio: EsgPortfolio, weights: EsgWeights): EsgScore {
  const pillars = Object.fromEntries(
    esgPillars.map(({ pillarId, factors }) => [
      pillarId,
      portfolio.holdings.reduce(
        (total, holding) =>
          total +
          (holding.share / wholeWeight) *
            factors.reduce(
              (score, { factorId }) =>
                score + ((weights.factors[pillarId]?.[factorId] ?? 0) / wholeWeight) * (holding.scores[factorId] ?? 0),
              0,
            ),
        0,
      ),
    ]),
  )
  const total = esgPillars.reduce(
    (score, { pillarId }) => score + ((weights.pillars[pillarId] ?? 0) / wholeWeight) * (pillars[pillarId] ?? 0),
    0,
  )
  return { total, pillars }
}
