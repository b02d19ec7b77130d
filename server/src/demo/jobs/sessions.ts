import { demoMetrics } from '../usage.ts'
import type { DemoJobType } from './job-type.ts'
import { sessionTypes, shortSessionTypes } from './session-types.ts'
import { type Random, pick, pickByShare, randomOf, wholeBetween } from './random.ts'
import type { JobPlan } from './report.ts'

/**
 * Interactive work of Risk Modeler: as many long sessions as the readings of `maxInteractiveConcurrency` say, and in working hours
 * short ones in the last lane. All of them begin and end between the readings, which are taken at minute 55.
 */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The lanes that are always taken. */
export const steadySessions = demoMetrics.find(({ metricName }) => metricName === 'maxInteractiveConcurrency')?.busiest ?? 0

type NewSession = { random: Random; type: DemoJobType; createdAt: number }

/** Sessions of the last days, those that are open now included. */
export function sessionPlans(now: number, days: number, planOf: (session: NewSession) => JobPlan): JobPlan[] {
  const first = Math.floor(now / dayMs) * dayMs - days * dayMs
  const plans: JobPlan[] = []
  for (let lane = 0; lane < steadySessions; lane++) {
    const random = randomOf(`session lane ${lane} from ${first / dayMs}`)
    // Within the range at any hour of today.
    let createdAt = first + dayMs + lane * 4 * minuteMs
    while (createdAt < now) {
      const plan = planOf({ random, type: pickByShare(random, sessionTypes), createdAt })
      const startTime = createdAt + wholeBetween(random, 2, 9) * 1_000
      const endTime = handover(random, startTime)
      plans.push({ ...plan, ...until(plan, startTime, endTime) })
      createdAt = endTime + wholeBetween(random, 3, 50) * 1_000
    }
  }
  for (let day = first; day <= now; day += dayMs) plans.push(...shortSessions(day, now, planOf))
  return plans
}

/** The next one can begin on a working day, one to three days later. */
function handover(random: Random, startTime: number): number {
  let day = Math.floor(startTime / dayMs) * dayMs + wholeBetween(random, 1, 3) * dayMs
  while (new Date(day).getUTCDay() % 6 === 0) day += dayMs
  return day + wholeBetween(random, 7, 17) * hourMs + wholeBetween(random, 60, 2_900) * 1_000
}

/** A few times on a working day all lanes are taken. */
function shortSessions(day: number, now: number, planOf: (session: NewSession) => JobPlan): JobPlan[] {
  const random = randomOf(`short sessions of ${day / dayMs}`)
  if (new Date(day).getUTCDay() % 6 === 0) return []
  const hours = [7, 8, 9, 10, 11, 13, 14, 15, 16, 17].filter(() => random() < 0.4)
  return hours.flatMap((hour) => {
    const createdAt = day + hour * hourMs + wholeBetween(random, 60, 780) * 1_000
    const plan = planOf({ random, type: pick(random, shortSessionTypes), createdAt })
    const startTime = createdAt + wholeBetween(random, 2, 5) * 1_000
    const endTime = startTime + wholeBetween(random, 4 * 60, 34 * 60) * 1_000
    // The lane is free again when the demo begins.
    return endTime < now - 15 * minuteMs ? [{ ...plan, ...until(plan, startTime, endTime) }] : []
  })
}

/** The same end at another time. */
function until({ end }: JobPlan, startTime: number, endTime: number): Pick<JobPlan, 'startTime' | 'durationMs' | 'end'> {
  const status = end?.status ?? 'Finished'
  const durationMs = status === 'Finished' ? endTime - startTime : Math.round((endTime - startTime) * 1.3)
  return { startTime, durationMs, end: { status, time: endTime, reason: end?.reason ?? '' } }
}
