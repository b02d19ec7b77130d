import type { JobTask } from '@steward/contract/jobs/schemas'

/** A task where the tree shows it. */
export interface ShownTask {
  task: JobTask
  /** Positions from the top, such as `0.2`: tasks have no ids, and their names can repeat. */
  path: string
  /** From 1. */
  level: number
  /** From 1, among `siblings` tasks. */
  position: number
  siblings: number
  /** Undefined without tasks below. */
  isOpen: boolean | undefined
}

export const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.')

/** The visible tasks from the top: all but those below a closed one. */
export function shownTasks(tasks: readonly JobTask[], isOpen: (path: string) => boolean, above = ''): ShownTask[] {
  const level = above === '' ? 1 : above.split('.').length + 1
  return tasks.flatMap((task, index) => {
    const path = above === '' ? String(index) : `${above}.${index}`
    const own = task.tasks.length === 0 ? undefined : isOpen(path)
    const shown: ShownTask = { task, path, level, position: index + 1, siblings: tasks.length, isOpen: own }
    return own ? [shown, ...shownTasks(task.tasks, isOpen, path)] : [shown]
  })
}

/** All tasks with those below them, and how many of them are finished. */
export function countTasks(tasks: readonly JobTask[]): { total: number; done: number } {
  let [total, done] = [0, 0]
  for (const task of tasks) {
    const below = countTasks(task.tasks)
    total += 1 + below.total
    done += (task.status === 'Finished' ? 1 : 0) + below.done
  }
  return { total, done }
}

export const hasSubTasks = (tasks: readonly JobTask[]): boolean => tasks.some((task) => task.tasks.length > 0)
