/** Statuses of asynchronous actions under a named key (both specification files, section 4). */

/** Strongest first: of several, the first that occurs is the whole's. */
export const statusPrecedence = ['failed', 'loading', 'cancelled', 'finished', 'none'] as const
export type Status = (typeof statusPrecedence)[number]

/** The status of several actions together; none when there are none. */
export const combineStatuses = (statuses: readonly Status[]): Status =>
  statusPrecedence.find((status) => statuses.includes(status)) ?? 'none'
