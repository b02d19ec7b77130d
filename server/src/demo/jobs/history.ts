import { isCancellableJobType } from '@steward/contract/catalog/jobs'
import { findProduct } from '@steward/contract/catalog/index'
import type { JobPriority } from '@steward/contract/jobs/constants'
import type { JobReport } from '@steward/contract/jobs/schemas'
import { demoCompany } from '../company.ts'
import type { DemoJobType } from './job-type.ts'
import { type Random, between, pick, pickByShare, randomOf, spread, wholeBetween } from './random.ts'
import { type JobPlan, pendingMs, reportAt } from './report.ts'
import { sessionPlans } from './sessions.ts'
import { nightlyProgram, staffOf } from './staff.ts'
import { lapsedTypes } from './underwriting-types.ts'
import { type DemoWorkflow, demoWorkflows, jobTypes, nightlyLoad } from './workflows.ts'

/** Ids of the resource groups of Data Admin by their names. */
export type ResourceGroupIds = ReadonlyMap<string, string>

export const historyDays = 90
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Single jobs of a working day; workflows and interactive work come on top. */
const singleJobs = [30, 40] as const
const failedShare = 0.06
const cancelledShare = 0.05

/** The jobs of the last 90 days as they are at `now` (ms since 1970), oldest first; the same for the same day and time. */
export function demoJobs(now: number, resourceGroups: ResourceGroupIds): JobReport[] {
  const plans: JobPlan[] = []
  const ids = new Set<string>()
  const add = (plan: JobPlan) => {
    if (plan.createdAt > now || plan.createdAt < now - historyDays * dayMs) return
    plans.push(uniquely(plan, ids))
  }
  const today = Math.floor(now / dayMs) * dayMs
  for (let daysAgo = historyDays; daysAgo >= 0; daysAgo--) {
    for (const plan of plansOfDay(today - daysAgo * dayMs, now, resourceGroups)) add(plan)
  }
  for (const plan of sessionPlans(now, historyDays, (session) => planOf({ ...session, resourceGroups }))) add(plan)
  for (const plan of latestPlans(now, resourceGroups)) add(plan)
  plans.sort((one, other) => one.createdAt - other.createdAt || (one.jobId < other.jobId ? -1 : 1))
  let waiting = 0
  return plans.map((plan) => {
    const report = reportAt(plan, now)
    return report.status === 'Queued' ? { ...report, queuePosition: ++waiting } : report
  })
}

/** An id is the product and the time of the job; the second one in a second comes a second later. */
export function uniquely(plan: JobPlan, ids: Set<string>): JobPlan {
  let { createdAt } = plan
  while (ids.has(jobIdOf(plan.type, createdAt))) createdAt += 1_000
  const jobId = jobIdOf(plan.type, createdAt)
  ids.add(jobId)
  return { ...plan, jobId, createdAt }
}

/** `RM-20260314-092653`: product, day and time. */
export function jobIdOf({ productCode }: DemoJobType, createdAt: number): string {
  const [day = '', time = ''] = new Date(createdAt).toISOString().replaceAll(/[-:]/g, '').split('T')
  return `${shortCodes[productCode] ?? 'XX'}-${day}-${time.slice(0, 6)}`
}

/** Whether the demo company's products could have made this id. */
export const isDemoJobId = (jobId: string): boolean => {
  const [code = '', ...time] = jobId.split('-')
  return Object.values(shortCodes).includes(code) && /^\d{8}-\d{6}$/.test(time.join('-'))
}

const shortCodes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(jobTypes.map(({ productCode }) => [productCode, findProduct(productCode)?.shortCode])),
  'RI-DATAADMIN': 'DA',
  'RI-DATAVAULT': 'DV',
  'RI-COD-STN': 'COD',
  'RI-OME-NASDAQ': 'OME',
  'RI-SITEIQ-GOLD': 'SIQ',
}

function plansOfDay(day: number, now: number, resourceGroups: ResourceGroupIds): JobPlan[] {
  const random = randomOf(`jobs of ${day / dayMs}`)
  const isWeekend = new Date(day).getUTCDay() % 6 === 0
  const night = { random, resourceGroups, createdBy: nightlyProgram, createdAt: day + 2 * hourMs + wholeBetween(random, 0, 900) * 1_000 }
  const plans = plansOfWorkflow(nightlyLoad, night)
  const workflows = isWeekend ? 0 : wholeBetween(random, 3, 5)
  for (let index = 0; index < workflows; index++) {
    plans.push(...plansOfWorkflow(pick(random, demoWorkflows), { random, resourceGroups, createdAt: timeOfDay(random, day) }))
  }
  const [from, to] = isWeekend ? [1, 4] : singleJobs
  const types = [...jobTypes, ...(day < siteIqUntil(now) ? lapsedTypes : [])]
  const singles = wholeBetween(random, from, to)
  for (let index = 0; index < singles; index++) {
    plans.push(planOf({ random, type: pickByShare(random, types), resourceGroups, createdAt: timeOfDay(random, day) }))
  }
  return plans
}

/** What is going on right now, at any hour the demo begins. */
function latestPlans(now: number, resourceGroups: ResourceGroupIds): JobPlan[] {
  const random = randomOf('the latest jobs')
  const secondsAgo = [310, 190, 120, 45, 20, 1]
  const types = jobTypes.filter((type) => type.seconds[1] > 2_000 && type.seconds[1] < 40_000)
  return secondsAgo.map((seconds, index) => {
    const createdAt = now - seconds * 1_000
    const plan = planOf({ random, type: pick(random, types), resourceGroups, createdAt })
    const startTime = index < 3 ? createdAt + 4_000 : null
    return { ...plan, startTime, durationMs: seconds * between(random, 2, 6) * 1_000, end: null }
  })
}

/** When its license expired. */
function siteIqUntil(now: number): number {
  const license = demoCompany.licenses.find(({ productCode }) => productCode === 'RI-SITEIQ-GOLD')
  return now + (license?.daysLeft ?? 0) * dayMs
}

/** Mostly around 13:00 UTC, when both Europe and America work. */
function timeOfDay(random: Random, day: number): number {
  const hour = 6.5 + ((random() + random() + random()) / 3) * 13
  return day + Math.floor(hour * 3_600) * 1_000
}

interface Wish {
  random: Random
  resourceGroups: ResourceGroupIds
  createdAt: number
  createdBy?: string
}

/** One job after the other; the first that doesn't finish is the last. */
function plansOfWorkflow(workflow: DemoWorkflow, wish: Wish): JobPlan[] {
  const first = workflow.types[0]
  if (!first) return []
  const createdBy = wish.createdBy ?? personFor(first, wish.random)
  const id = `WF-${Math.floor(wish.createdAt / 1_000)
    .toString(36)
    .toUpperCase()}`
  const plans: JobPlan[] = []
  let { createdAt } = wish
  for (const type of workflow.types) {
    const plan = planOf({ ...wish, type, createdBy, createdAt })
    plans.push({ ...plan, workflow: { id, name: workflow.name, description: workflow.description } })
    if (plan.end?.status !== 'Finished') break
    createdAt = plan.end.time + wholeBetween(wish.random, 2, 20) * 1_000
  }
  return plans
}

const personFor = (type: DemoJobType, random: Random): string => pick(random, staffOf(pick(random, type.groups)))

/** A job from its beginning to its end. */
export function planOf({ random, type, resourceGroups, createdAt, createdBy }: Wish & { type: DemoJobType }): JobPlan {
  const durationMs = Math.round(spread(random, ...type.seconds) * 1_000)
  const startTime = createdAt + pendingMs + Math.round(spread(random, 1, 600) * 1_000)
  const creator = createdBy ?? personFor(type, random)
  return {
    jobId: jobIdOf(type, createdAt),
    type,
    resourceGroupId: resourceGroups.get(type.resourceGroup) ?? null,
    createdBy: creator,
    createdAt,
    priority: pickByShare(random, priorities).priority,
    workflow: null,
    ...ended(random, type, { startTime, durationMs, creator, createdAt }),
  }
}

/** Finished mostly, sometimes failed or canceled while it runs, seldom canceled in the queue. */
function ended(
  random: Random,
  type: DemoJobType,
  { startTime, durationMs, creator, createdAt }: { startTime: number; durationMs: number; creator: string; createdAt: number },
): Pick<JobPlan, 'startTime' | 'durationMs' | 'end'> {
  const chance = random()
  const time = Math.round(startTime + durationMs * between(random, 0.03, 0.96))
  if (chance < failedShare) return { startTime, durationMs, end: { status: 'Failed', time, reason: pick(random, type.failures) } }
  if (chance < failedShare + cancelledShare && isCancellableJobType(type.operation)) {
    const reason = `Canceled by ${random() < 0.7 ? creator : demoCompany.administrator.email}`
    if (random() < 0.3) {
      const inQueue = Math.round(between(random, createdAt + pendingMs, startTime))
      return { startTime: null, durationMs, end: { status: 'Cancelled', time: inQueue, reason } }
    }
    return { startTime, durationMs, end: { status: 'Cancelled', time, reason } }
  }
  return { startTime, durationMs, end: { status: 'Finished', time: startTime + durationMs, reason: '' } }
}

const priorities: readonly { priority: JobPriority; share: number }[] = [
  { priority: 'Medium', share: 70 },
  { priority: 'High', share: 14 },
  { priority: 'Low', share: 10 },
  { priority: 'VeryHigh', share: 3 },
  { priority: 'VeryLow', share: 3 },
]
