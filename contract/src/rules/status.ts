/** Statuses of asynchronous actions under a named key (both specification files, section 4). */

/** Strongest first: the first one that occurs is the combined status. */
export const statusPrecedence = ['failed', 'loading', 'cancelled', 'finished', 'none'] as const
export type Status = (typeof statusPrecedence)[number]

/** The combined status of several actions; none if there are none. */
export const combineStatuses = (statuses: readonly Status[]): Status =>
  statusPrecedence.find((status) => statuses.includes(status)) ?? 'none'
