import { pageQuery, sortFrom } from '../ui/table/search.ts'
import { tokenSorts, withoutSecret, type ProvisioningSearch } from './search.ts'

export const areEventsFiltered = ({ q, outcome, operation, resource, token, dryRun }: ProvisioningSearch): boolean =>
  [q, outcome, operation, resource, token, dryRun].some((filter) => filter !== undefined)
export const areTokensFiltered = ({ tq, tstate }: ProvisioningSearch): boolean => tq !== undefined || tstate !== undefined

/** Changes that clear filters. */
export const noEventFilters = {
  q: undefined,
  outcome: undefined,
  operation: undefined,
  resource: undefined,
  token: undefined,
  dryRun: undefined,
} satisfies Partial<ProvisioningSearch>
export const noTokenFilters = { tq: undefined, tstate: undefined } satisfies Partial<ProvisioningSearch>

/** The filters of the log, also for its export. */
export const eventFilter = (search: ProvisioningSearch) => ({
  search: search.q,
  outcome: search.outcome,
  operation: search.operation,
  resourceType: search.resource,
  scimTokenId: search.token,
  dryRun: search.dryRun,
})

/** The list call behind the log. */
export const eventsInput = (search: ProvisioningSearch) => ({
  ...pageQuery({ page: search.page, limit: search.limit }),
  ...eventFilter(search),
})

/** The list call behind the tokens. */
export const tokensInput = (search: ProvisioningSearch) => ({
  ...pageQuery({ page: search.tpage, limit: search.tlimit }),
  search: search.tq === undefined ? undefined : withoutSecret(search.tq),
  state: search.tstate,
  sort: sortFrom(search.tsort, tokenSorts, 'tokenName'),
})
