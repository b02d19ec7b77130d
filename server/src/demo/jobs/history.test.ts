import { describe, expect, test } from 'vitest'
import { cancellableJobTypes, isCancellableJobType, otherJobTypes } from '@steward/contract/catalog/jobs'
import { type JobReport, type JobTask, jobReportSchema } from '@steward/contract/jobs/schemas'
import { demoCompany, demoJobGroups } from '../company.ts'
import { demoPerson } from '../people.ts'
import { demoMetrics, readingsOf } from '../usage.ts'
import { demoJobs } from './history.ts'
import { nightlyProgram } from './staff.ts'

const resourceGroups = new Map([
  [demoJobGroups.modeling, '0199c0de-0000-7000-8000-000000000001'],
  [demoJobGroups.underwriting, '0199c0de-0000-7000-8000-000000000002'],
])
const hourMs = 3_600_000
const dayMs = 24 * hourMs
// Two in the afternoon of a Wednesday, and a Sunday night.
const afternoon = Date.UTC(2026, 10, 18, 14, 20, 7)
const night = Date.UTC(2026, 10, 22, 1, 3)
const jobs = demoJobs(afternoon, resourceGroups)

const depthOf = (tasks: readonly JobTask[]): number => (tasks.length === 0 ? 0 : 1 + Math.max(...tasks.map((task) => depthOf(task.tasks))))
const time = (text: string | null) => (text === null ? Number.NaN : Date.parse(text))
const durationOf = (job: JobReport) => time(job.endTime) - time(job.startTime)

test('is the same whenever it is made for the same moment', () => {
  expect(demoJobs(afternoon, resourceGroups)).toEqual(jobs)
})

describe.each([
  ['on a working day', jobs, afternoon],
  ['on a weekend night', demoJobs(night, resourceGroups), night],
])('the history %s', (_, reports, now) => {
  test('holds reports that products can send', () => {
    for (const report of reports) expect(jobReportSchema.safeParse(report).error, report.jobId).toBeUndefined()
    expect(new Set(reports.map((report) => report.jobId)).size).toBe(reports.length)
  })

  test('never lies in the future, and times are in order', () => {
    for (const job of reports) {
      const times = [time(job.createdAt), ...(job.startTime ? [time(job.startTime)] : []), ...(job.endTime ? [time(job.endTime)] : []), now]
      expect(
        times.toSorted((one, other) => one - other),
        job.jobId,
      ).toEqual(times)
      expect(time(job.createdAt)).toBeGreaterThanOrEqual(now - 90 * dayMs)
      const hasEnded = ['Finished', 'Failed', 'Cancelled'].includes(job.status)
      expect(job.endTime !== null, job.jobId).toBe(hasEnded)
    }
  })

  test('has something to do at its end', () => {
    const count = (status: string) => reports.filter((job) => job.status === status).length
    expect(count('Running')).toBeGreaterThanOrEqual(9)
    expect(count('Queued')).toBeGreaterThanOrEqual(2)
    expect(count('Pending')).toBe(1)
    const positions = reports.flatMap((job) => job.queuePosition ?? [])
    expect(positions).toEqual(positions.map((_position, index) => index + 1))
  })
})

test('about sixty jobs on working days, few at weekends', () => {
  const perDay = new Map<number, number>()
  for (const job of jobs) {
    const day = Math.floor(time(job.createdAt) / dayMs)
    perDay.set(day, (perDay.get(day) ?? 0) + 1)
  }
  const whole = [...perDay].filter(([day]) => day * dayMs > afternoon - 89 * dayMs && day < Math.floor(afternoon / dayMs))
  const counts = (isWeekend: boolean) =>
    whole.filter(([day]) => (new Date(day * dayMs).getUTCDay() % 6 === 0) === isWeekend).map(([, count]) => count)
  const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length
  expect(mean(counts(false))).toBeGreaterThan(52)
  expect(mean(counts(false))).toBeLessThan(68)
  expect(Math.max(...counts(true))).toBeLessThan(15)
})

test('covers every job type, every licensed product that runs jobs, and both resource groups', () => {
  const operations = new Set(jobs.map((job) => job.operation))
  // Internal services run none.
  const runsJobs = demoCompany.licenses.map(({ productCode }) => productCode).filter((code) => code !== 'RI-QE-SERVICES')
  expect([...operations].sort()).toEqual([...cancellableJobTypes, ...otherJobTypes].map(({ jobType }) => jobType).sort())
  expect(new Set(jobs.map((job) => job.productCode))).toEqual(new Set(runsJobs))
  expect(new Set(jobs.map((job) => job.resourceGroupId))).toEqual(new Set(resourceGroups.values()))
  // The license of SiteIQ has expired.
  const lapsed = jobs.filter((job) => job.productCode === 'RI-SITEIQ-GOLD').map((job) => time(job.createdAt))
  expect(Math.max(...lapsed)).toBeLessThan(afternoon - 11 * dayMs)
})

test('mostly finished, some failed with a reason, some canceled where their type allows it', () => {
  const share = (status: string) => jobs.filter((job) => job.status === status).length / jobs.length
  expect(share('Finished')).toBeGreaterThan(0.85)
  expect(share('Failed')).toBeGreaterThan(0.03)
  expect(share('Cancelled')).toBeGreaterThan(0.005)
  for (const job of jobs.filter(({ status }) => status === 'Failed' || status === 'Cancelled')) expect(job.reason, job.jobId).not.toBe('')
  for (const job of jobs.filter(({ status }) => status === 'Cancelled')) expect(isCancellableJobType(job.operation), job.jobId).toBe(true)
})

test('is started by people of the company and by its nightly program', () => {
  const people = new Set(Array.from({ length: demoCompany.people }, (_, index) => demoPerson(index, demoCompany.domain).email))
  const creators = new Set(jobs.map((job) => job.createdBy))
  expect([...creators].filter((creator) => !people.has(creator))).toEqual([nightlyProgram])
  expect(creators.size).toBeGreaterThan(40)
})

test('lasts from seconds to days, in workflows and with tasks of three levels', () => {
  const durations = jobs.map(durationOf).filter((duration) => !Number.isNaN(duration))
  expect(Math.min(...durations)).toBeLessThan(20_000)
  expect(jobs.some((job) => !job.isInteractive && durationOf(job) > dayMs)).toBe(true)
  const sizes = Map.groupBy(
    jobs.filter((job) => job.workflowId !== null),
    (job) => job.workflowId,
  )
  expect(Math.max(...[...sizes.values()].map((steps) => steps.length))).toBe(4)
  expect(Math.max(...jobs.map((job) => depthOf(job.tasks)))).toBe(3)
  for (const job of jobs.filter(({ status }) => status === 'Finished')) {
    expect(
      job.tasks.map((task) => task.status),
      job.jobId,
    ).toEqual(job.tasks.map(() => 'Finished'))
    expect(job.sections.map((section) => section.title)).toEqual(['Input', 'Output'])
  }
})

describe('interactive jobs of Risk Modeler', () => {
  const interactive = jobs.filter((job) => job.isInteractive && job.productCode === 'RI-RISKMODELER')
  const runningAt = (moment: number) => interactive.filter((job) => time(job.startTime) <= moment && !(time(job.endTime) <= moment)).length
  const lanes = demoCompany.quotas.find(({ quota_name }) => quota_name === 'maxInteractiveConcurrency')?.value ?? 0

  test('agree with the readings of maxInteractiveConcurrency', () => {
    const metric = demoMetrics.find(({ metricName }) => metricName === 'maxInteractiveConcurrency')
    if (!metric) throw new Error('the demo has no such metric')
    // Sessions that began earlier are not part of the history.
    for (const reading of readingsOf(metric, afternoon, 88, 1))
      expect([reading.at, runningAt(time(reading.at))]).toEqual([reading.at, reading.value])
  })

  test('took all lanes now and then, and never more', () => {
    const peaks = interactive.map((job) => runningAt(time(job.startTime)))
    expect(Math.max(...peaks)).toBe(lanes)
    const full = peaks.filter((peak) => peak === lanes).length
    expect(full).toBeGreaterThan(60)
  })
})
