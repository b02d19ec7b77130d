import { isCancellableJobType } from '@steward/contract/catalog/jobs'
import { jobPriorities } from '@steward/contract/jobs/constants'
import type { JobReport, ProductCommand } from '@steward/contract/jobs/schemas'
import { type ResourceGroupIds, planOf, uniquely } from '../jobs/history.ts'
import type { DemoJobType } from '../jobs/job-type.ts'
import { type Random, between, pick, pickByShare, spread, wholeBetween } from '../jobs/random.ts'
import type { JobPlan } from '../jobs/report.ts'
import { pendingMs } from '../jobs/report.ts'
import { sessionTypes, shortSessionTypes } from '../jobs/session-types.ts'
import { steadySessions } from '../jobs/sessions.ts'
import { demoWorkflows, jobTypes } from '../jobs/workflows.ts'
import { type ActiveJob, continued, isShort, nextReport, ownDuration } from './active-job.ts'

/** The products of the demo company: they queue, run and end jobs as time goes by. Times in ms since 1970. */

const runningAtOnce = 4
const fewestActive = 4
const mostActive = 8
/** Jobs stay in the queue for as long as it takes to look at them. */
const shortestWaitMs = 8_000
const failedShare = 0.08
/** From here on, results are being written. */
const lateProgress = 90
const cancelMs = 3_000
/** Running jobs are reported at least this often. */
const heartbeatMs = 60_000
const minuteMs = 60_000
/** How long a product can be away without losing its jobs. */
const patienceMs = 5 * minuteMs

export interface Answer {
  outcome: 'accepted' | 'refused'
  reason: string
}

export interface KnownJob {
  report: JobReport
  reportedAt: number
}

export class Plant {
  readonly #jobs = new Map<string, ActiveJob>()
  /** Ended by a restart, still to be reported. */
  readonly #lost = new Map<string, JobReport>()
  readonly #ids = new Set<string>()
  readonly #resourceGroups: Map<string, string>
  readonly #random: Random
  #nextJobAt = 0
  #nextSessionAt = 0
  #shortSessionHour = 0

  constructor({
    random,
    resourceGroups,
    known,
    now,
  }: {
    random: Random
    resourceGroups: ResourceGroupIds
    known: readonly KnownJob[]
    now: number
  }) {
    this.#random = random
    this.#resourceGroups = new Map(resourceGroups)
    for (const { report, reportedAt } of known) {
      const job = now - reportedAt < patienceMs ? continued(report, now, random) : undefined
      if (job) this.#jobs.set(report.jobId, job)
      else this.#lost.set(report.jobId, restarted(report, now))
      this.#ids.add(report.jobId)
    }
  }

  /** How many interactive jobs run. */
  sessions(now: number): number {
    return this.#running(now).filter(({ plan }) => plan.type.isInteractive).length
  }

  /** Lets time go by until `now`: jobs end, start and are created. */
  advance(now: number): void {
    for (const job of this.#jobs.values()) this.#end(job, now)
    this.#start(now)
    this.#openSessions(now)
    this.#create(now)
  }

  /** What is new since the last reports that arrived. */
  reports(now: number): JobReport[] {
    const queue = this.#queue(now)
    const news = [...this.#jobs.values()].flatMap((job) => {
      const position = queue.indexOf(job)
      const { report, isNews } = nextReport(job, now, position < 0 ? null : position + 1)
      const isQuiet = report.status === 'Running' && now - (job.told?.at ?? 0) >= heartbeatMs
      // Higher than in any report that could have arrived although its answer was lost.
      return isNews || isQuiet ? [{ ...report, sequence: ++job.sequence }] : []
    })
    return [...this.#lost.values(), ...news]
  }

  /** The server has taken these. */
  arrived(reports: readonly JobReport[], now: number): void {
    for (const report of reports) {
      this.#lost.delete(report.jobId)
      const job = this.#jobs.get(report.jobId)
      if (!job) continue
      job.told = { text: JSON.stringify({ ...report, sequence: 0 }), at: now }
      if (report.endTime !== null) this.#jobs.delete(report.jobId)
    }
  }

  /** The server doesn't take reports of this job; those without its resource group are tried next. */
  refused(jobId: string, isResourceGroup: boolean): void {
    const job = this.#jobs.get(jobId)
    if (job && isResourceGroup && job.plan.resourceGroupId !== null) {
      for (const [name, id] of this.#resourceGroups) if (id === job.plan.resourceGroupId) this.#resourceGroups.delete(name)
      job.plan.resourceGroupId = null
      return
    }
    this.#jobs.delete(jobId)
    this.#lost.delete(jobId)
  }

  /** Decides about a command; undefined for jobs of others. */
  decide(
    { jobId, kind, priority, requestedBy }: Pick<ProductCommand, 'jobId' | 'kind' | 'priority' | 'requestedBy'>,
    now: number,
  ): Answer | undefined {
    const job = this.#jobs.get(jobId)
    if (!job) return undefined
    const { report } = nextReport(job, now, null)
    if (report.endTime !== null) return { outcome: 'refused', reason: 'The job has ended.' }
    if (kind === 'Reprioritize') {
      if (job.plan.startTime !== null) return { outcome: 'refused', reason: 'The job has started.' }
      job.plan.priority = priority ?? job.plan.priority
      return accepted
    }
    if (!isCancellableJobType(report.operation)) return { outcome: 'refused', reason: 'Jobs of this type run to their end.' }
    if (report.progress >= lateProgress) return { outcome: 'refused', reason: 'Results are being written.' }
    job.cancelAt ??= { time: now + cancelMs, by: requestedBy }
    return accepted
  }

  #running(now: number): ActiveJob[] {
    return [...this.#jobs.values()].filter(({ plan }) => plan.startTime !== null && (plan.end?.time ?? 0) > now)
  }

  #end(job: ActiveJob, now: number): void {
    const { plan, cancelAt } = job
    const isOver = plan.end !== null && plan.end.time <= now
    if (!isOver && cancelAt !== null && cancelAt.time <= now) {
      plan.end = { status: 'Cancelled', time: now, reason: `Canceled by ${cancelAt.by}` }
      job.next = []
    }
    if (plan.end === null || plan.end.time > now || job.next.length === 0) return
    const [type, ...next] = job.next
    job.next = []
    if (type && plan.end.status === 'Finished') this.#add(type, now, { createdBy: plan.createdBy, workflow: plan.workflow, next })
  }

  /** Those that wait, in the order in which they will start. */
  #queue(now: number): ActiveJob[] {
    return [...this.#jobs.values()]
      .filter(({ plan }) => plan.startTime === null && plan.end === null && plan.createdAt + pendingMs <= now)
      .toSorted((one, other) => rank(other) - rank(one) || one.plan.createdAt - other.plan.createdAt)
  }

  #start(now: number): void {
    const running = this.#running(now).filter(isShort).length
    const [first] = this.#queue(now)
    if (!first || running >= runningAtOnce || first.cancelAt || first.plan.createdAt + shortestWaitMs > now) return
    this.#run(first.plan, now)
  }

  #run(plan: JobPlan, now: number): void {
    const fails = this.#random() < failedShare
    // Its id can have moved it by a second.
    plan.startTime = Math.max(now, plan.createdAt)
    plan.end = fails
      ? {
          status: 'Failed',
          time: Math.round(now + plan.durationMs * between(this.#random, 0.1, 0.9)),
          reason: pick(this.#random, plan.type.failures),
        }
      : { status: 'Finished', time: now + plan.durationMs, reason: '' }
  }

  /** Long sessions in all lanes but the last, which is taken for some minutes every few hours. */
  #openSessions(now: number): void {
    if (now < this.#nextSessionAt) return
    if (this.sessions(now) < steadySessions) {
      this.#nextSessionAt = now + spread(this.#random, 5, 40) * 1_000
      this.#run(this.#add(pickByShare(this.#random, sessionTypes), now).plan, now)
      return
    }
    const hour = Math.floor(now / (60 * minuteMs))
    if (hour === this.#shortSessionHour || now % (60 * minuteMs) > 20 * minuteMs) return
    this.#shortSessionHour = hour
    if (this.#random() > 0.15 || this.sessions(now) > steadySessions) return
    this.#run(this.#add(pick(this.#random, shortSessionTypes), now).plan, now)
  }

  #create(now: number): void {
    if (now < this.#nextJobAt) return
    this.#nextJobAt = now + spread(this.#random, 5, 25) * 1_000
    const active = [...this.#jobs.values()].filter((job) => isShort(job) && (job.plan.end?.time ?? Infinity) > now).length
    if (active >= wholeBetween(this.#random, fewestActive, mostActive)) return
    const workflow = this.#random() < 0.25 ? pick(this.#random, demoWorkflows) : undefined
    const [type, ...next] = workflow?.types ?? [pickByShare(this.#random, jobTypes)]
    if (!type) return
    const id = `WF-${Math.floor(now / 1_000)
      .toString(36)
      .toUpperCase()}`
    this.#add(type, now, { next, workflow: workflow ? { id, name: workflow.name, description: workflow.description } : null })
  }

  #add(
    type: DemoJobType,
    now: number,
    more: { createdBy?: string; workflow?: JobPlan['workflow']; next?: readonly DemoJobType[] } = {},
  ): ActiveJob {
    const wish = {
      random: this.#random,
      type,
      resourceGroups: this.#resourceGroups,
      createdAt: now,
      ...(more.createdBy ? { createdBy: more.createdBy } : {}),
    }
    const planned = planOf(wish)
    const durationMs = type.isInteractive ? planned.durationMs : ownDuration(this.#random)
    const plan = uniquely({ ...planned, workflow: more.workflow ?? null, startTime: null, end: null, durationMs }, this.#ids)
    const job: ActiveJob = { plan, sequence: 0, next: more.next ?? [], cancelAt: null, told: null }
    this.#jobs.set(plan.jobId, job)
    return job
  }
}

const accepted: Answer = { outcome: 'accepted', reason: '' }

const rank = ({ plan }: ActiveJob): number => jobPriorities.indexOf(plan.priority)

/** The end of a job that no one ran any more. */
const restarted = (report: JobReport, now: number): JobReport => ({
  ...report,
  sequence: report.sequence + 1,
  status: 'Failed',
  endTime: new Date(now).toISOString(),
  queuePosition: null,
  reason: 'The product was restarted',
})
