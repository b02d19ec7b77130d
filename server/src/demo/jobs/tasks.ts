import type { JobStatus } from '@steward/contract/catalog/job-statuses'
import type { JobTask } from '@steward/contract/jobs/schemas'
import type { Step } from './job-type.ts'

/** How far a job is that has started. */
export interface Advance {
  startTime: number
  /** From the start to the end of all steps. */
  durationMs: number
  /** The share of the duration that is done, from 0 to 1. */
  done: number
  /** Of the step that the job is at: `Running`, or how the job ended there. */
  status: JobStatus
  /** Why it ended there. */
  message: string
}

/** The steps of a job as tasks: the lowest take equally long, one after the other. */
export function tasksOf(steps: readonly Step[], advance: Advance | null): JobTask[] {
  const lowest = steps.reduce((total, step) => total + lowestOf(step), 0)
  let position = 0
  const build = (step: Step): JobTask => {
    if (typeof step === 'string') return lowestTask(step, position++ / lowest, 1 / lowest, advance)
    const [name, below] = step
    return parentTask(name, below.map(build))
  }
  return steps.map(build)
}

const lowestOf = (step: Step): number => (typeof step === 'string' ? 1 : step[1].reduce((total, below) => total + lowestOf(below), 0))

const waiting = { status: 'Pending', startTime: null, endTime: null, progress: 0, message: '', tasks: [] } as const

function lowestTask(name: string, from: number, length: number, advance: Advance | null): JobTask {
  if (!advance || advance.done < from) return { ...waiting, name, tasks: [] }
  const { startTime, durationMs, done, status, message } = advance
  const timeAt = (share: number) => new Date(Math.round(startTime + share * durationMs)).toISOString()
  const own = (done - from) / length
  // Rounding must not leave the last step of a finished job open.
  if (own >= 1 - 1e-9)
    return { name, status: 'Finished', startTime: timeAt(from), endTime: timeAt(from + length), progress: 100, message: '', tasks: [] }
  const hasEnded = status !== 'Running'
  return {
    name,
    status,
    startTime: timeAt(from),
    endTime: hasEnded ? timeAt(done) : null,
    progress: Math.floor(own * 100),
    message: hasEnded ? message : '',
    tasks: [],
  }
}

function parentTask(name: string, tasks: JobTask[]): JobTask {
  const isIn = (status: JobStatus) => tasks.some((task) => task.status === status)
  const isDone = tasks.every((task) => task.status === 'Finished')
  const ended = (['Failed', 'Cancelled'] as const).find(isIn)
  const hasStarted = isIn('Running') || isIn('Finished')
  const status = ended ?? (isDone ? 'Finished' : hasStarted ? 'Running' : 'Pending')
  const ends = tasks.flatMap((task) => task.endTime ?? [])
  return {
    name,
    status,
    startTime: tasks[0]?.startTime ?? null,
    endTime: ended || isDone ? (ends.at(-1) ?? null) : null,
    progress: Math.floor(tasks.reduce((total, task) => total + task.progress, 0) / tasks.length),
    message: '',
    tasks,
  }
}
