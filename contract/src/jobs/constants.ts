/** Priorities of a job, lowest first. */
export const jobPriorities = ['VeryLow', 'Low', 'Medium', 'High', 'VeryHigh'] as const
export type JobPriority = (typeof jobPriorities)[number]

/** What administrators can ask of the product that runs a job. */
export const jobCommandKinds = ['Cancel', 'Reprioritize'] as const
export type JobCommandKind = (typeof jobCommandKinds)[number]

export const jobCommandStates = ['Pending', 'Accepted', 'Refused'] as const
export type JobCommandState = (typeof jobCommandStates)[number]

/** Jobs in one report of a product. */
export const mostReportedJobs = 1_000

/** Jobs that one call changes. */
export const mostChangedJobs = 500

/** Jobs that are found by an id: a workflow has several. */
export const mostFoundJobs = 20

/** Depth of the tree of tasks. */
export const deepestTask = 3
/** Tasks of one job, with those below them. */
export const mostTasks = 500

/** Seconds that a product can wait for commands. */
export const longestCommandWait = 30

/** Commands in the details of a job. */
export const shownCommands = 50

/** A command without an answer for so long is shown as unanswered. */
export const commandPatienceMs = 5 * 60_000

/** The most jobs that one call looks at: beyond the first filter, the others are compared job by job. */
export const examinedJobs = 50_000
/** The same for a search, which compares texts. */
export const searchedJobs = 10_000

/** Columns of the job log that it can be sorted by. */
export const jobSorts = ['createdAt', 'operation', 'status', 'createdBy', 'reason', 'resourceGroupName', 'productName'] as const
export type JobSort = (typeof jobSorts)[number]

/** The most values of a column, such as creators, that one call of a list by that column looks at. */
export const examinedValues = 1_000
