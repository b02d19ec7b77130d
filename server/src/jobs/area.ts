import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'

/** Jobs: reports and commands of products, and the job log of administrators. */
export function createJobsArea(_shared: Shared): Area {
  return {
    name: 'jobs',
  }
}
