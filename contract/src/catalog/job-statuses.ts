/** Job statuses (second specification file, section 3). */
export const jobStatuses = ['Cancelled', 'Failed', 'Finished', 'Pending', 'Queued', 'Running'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Whether a job with this status is over. */
export const isEndedJob = (status: JobStatus): boolean => status === 'Cancelled' || status === 'Failed' || status === 'Finished'
