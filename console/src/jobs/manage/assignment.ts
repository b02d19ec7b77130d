import { groupJobs, tagJobs } from '@steward/contract/jobs/endpoints'
import type { ChangedJobs } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { hasWords } from '@steward/contract/rules/search-words'
import { api } from '../../api/client.ts'
import { compareText } from '../../i18n/format.ts'
import { inBatches } from './changeJobs.ts'
import type { ManagedJob } from './managedJob.ts'

/** A tag or a user group that jobs have or can get. */
export interface Assignable {
  id: string
  name: string
  /** False for inactive tags, which can only be removed. */
  isActive: boolean
}

/** Whether all, some or none of the jobs have it. */
export type Mark = 'all' | 'some' | 'none'

/** What a click chose: true to give it to all the jobs, false to take it from all. Without an entry, nothing changes. */
export type Choices = ReadonlyMap<string, boolean>

/** What to give to jobs and what to take from them. */
export interface AssignmentChange {
  add: string[]
  remove: string[]
}

export const tagsOf = (job: ManagedJob): Assignable[] =>
  job.tags.map(({ tagId, tagName, isActive }) => ({ id: tagId, name: tagName, isActive }))

export const groupsOf = (job: ManagedJob): Assignable[] =>
  job.groups.map(({ groupId, groupName }) => ({ id: groupId, name: groupName, isActive: true }))

/** What the jobs have, by name. */
export function assignedTo(jobs: readonly ManagedJob[], read: (job: ManagedJob) => Assignable[]): Assignable[] {
  return byName(new Map(jobs.flatMap((job) => read(job).map((item) => [item.id, item]))).values())
}

const byName = (items: Iterable<Assignable>): Assignable[] => [...items].toSorted((a, b) => compareText(a.name, b.name))

/** How many of the jobs have it. */
const countOf = (jobs: readonly ManagedJob[], read: (job: ManagedJob) => Assignable[], id: string): number =>
  jobs.filter((job) => read(job).some((item) => item.id === id)).length

const markOf = (count: number, total: number): Mark => (count === 0 ? 'none' : count === total ? 'all' : 'some')

/** What a box shows: the choice, or how it is. */
function shownMark(choice: boolean | undefined, original: Mark): Mark {
  if (choice === undefined) return original
  return choice ? 'all' : 'none'
}

/** A tag or group in a list of boxes. */
export interface AssignRow extends Assignable {
  /** Of the jobs that have it now. */
  count: number
  original: Mark
  /** What its box shows. */
  mark: Mark
}

interface Listed {
  jobs: readonly ManagedJob[]
  read: (job: ManagedJob) => Assignable[]
  choices: Choices
  /** Listed before the others, in this order. */
  first: readonly Assignable[]
  found: readonly Assignable[]
  typed: string
}

/** Those that the jobs have and those found, each once, as far as they match what was typed. */
export function rowsOf({ jobs, read, choices, first, found, typed }: Listed): AssignRow[] {
  const isFound = hasWords(typed)
  const listed = new Set(first.map((item) => item.id))
  const items = [...first, ...byName(found.filter((item) => !listed.has(item.id)))]
  return items
    .filter((item) => isFound(item.name))
    .map((item) => {
      const count = countOf(jobs, read, item.id)
      const original = markOf(count, jobs.length)
      return { ...item, count, original, mark: shownMark(choices.get(item.id), original) }
    })
}

/** A click on a box. One that only some jobs have goes to all, to none, and back to some; others go there and back. */
export function afterClick(choices: Choices, { id, isActive }: Assignable, original: Mark): Choices {
  const next = new Map(choices)
  const choice = choices.get(id)
  if (original === 'some') {
    if (choice === undefined) next.set(id, isActive)
    else if (choice) next.set(id, false)
    else next.delete(id)
  } else if (choice === undefined) next.set(id, original === 'none')
  else next.delete(id)
  return next
}

export const changeOf = (choices: Choices): AssignmentChange => ({
  add: [...choices].flatMap(([id, isOn]) => (isOn ? [id] : [])),
  remove: [...choices].flatMap(([id, isOn]) => (isOn ? [] : [id])),
})

/** The contract's limit of tags or groups in one call. */
const mostAtOnce = 50

/** Sends what changed, for the jobs that it changes. A job failed if any of its calls did. */
export async function assign(jobs: readonly ManagedJob[], tags: AssignmentChange, groups: AssignmentChange): Promise<ChangedJobs> {
  const calls = [
    ...parts(tags).map((change) => ({ endpoint: tagJobs, read: tagsOf, change })),
    ...parts(groups).map((change) => ({ endpoint: groupJobs, read: groupsOf, change })),
  ]
  const succeeded = new Set<string>()
  const failed = new Map<string, ChangedJobs['failed'][number]>()
  for (const { endpoint, read, change } of calls) {
    const jobIds = jobs.filter((job) => isChanged(read(job), change)).map((job) => job.jobId)
    const outcome = await inBatches(jobIds, m.jobs_manage_assign_error(), (some) => api(endpoint, { body: { jobIds: some, ...change } }))
    for (const jobId of outcome.succeeded) succeeded.add(jobId)
    for (const failure of outcome.failed) failed.set(failure.jobId, failure)
  }
  return { succeeded: [...succeeded].filter((jobId) => !failed.has(jobId)), failed: [...failed.values()] }
}

function isChanged(has: readonly Assignable[], { add, remove }: AssignmentChange): boolean {
  const ids = new Set(has.map((item) => item.id))
  return add.some((id) => !ids.has(id)) || remove.some((id) => ids.has(id))
}

function parts({ add, remove }: AssignmentChange): AssignmentChange[] {
  const count = Math.ceil(Math.max(add.length, remove.length) / mostAtOnce)
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [index * mostAtOnce, (index + 1) * mostAtOnce]
    return { add: add.slice(start, end), remove: remove.slice(start, end) }
  })
}
