/** What `pg_stat_activity` calls connections during transactions that can take long. */

/** During one of a tenant, which can write to the logs of no other. */
export const nameOfTenant = (tenantId: string): string => `steward tenant ${tenantId}`

/** While a file is being staged: nothing is written to a log. */
export const stagingName = 'steward staging'
