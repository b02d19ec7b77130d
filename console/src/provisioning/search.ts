import { choiceParam, choicesParam, idsParam, patchSearch, tableSearch, textParam, type TableSearch } from '../ui/table/search.ts'

/** The contract's lists, repeated because this file is in the first chunk. */
const outcomes = ['changed', 'unchanged', 'failed', 'limited', 'read'] as const
const operations = ['create', 'replace', 'patch', 'delete', 'read', 'bulk'] as const
const resources = ['User', 'Group'] as const
const states = ['active', 'expired', 'revoked'] as const
export const tokenSorts = ['tokenName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
export type EventOutcome = (typeof outcomes)[number]
export type EventOperation = (typeof operations)[number]
export type TokenState = (typeof states)[number]

/** Search parameters of the page: paging and filters of the log, and those of the tokens with the prefix `t`. */
export interface ProvisioningSearch extends TableSearch {
  /** Part of the name of a user or group. */
  q?: string
  outcome?: EventOutcome[]
  operation?: EventOperation[]
  resource?: (typeof resources)[number]
  /** Id of a token. */
  token?: string
  dryRun?: 'true' | 'false'
  /** Part of a token's name, or its prefix. */
  tq?: string
  tstate?: TokenState
  tsort?: string
  tpage?: number
  tlimit?: number
}

/** Only the prefix of a pasted token is used for the search, so that full tokens stay out of URLs. */
export const withoutSecret = (text: string) => text.replace(/^(stw_scim_\w{6})\w+$/, '$1')

/** Parses the page's search parameters; invalid ones are left out. */
export function provisioningSearch(raw: Record<string, unknown>): ProvisioningSearch {
  const tq = textParam(raw.tq)?.trim().slice(0, 100)
  const tokens = tableSearch({ sort: raw.tsort, page: raw.tpage, limit: raw.tlimit }, tokenSorts)
  return patchSearch<ProvisioningSearch>(
    {},
    {
      ...tableSearch(raw, []),
      q: textParam(raw.q)?.trim().slice(0, 320),
      outcome: choicesParam(raw.outcome, outcomes),
      operation: choicesParam(raw.operation, operations),
      resource: choiceParam(raw.resource, resources),
      token: idsParam(raw.token)?.[0],
      dryRun: choiceParam(String(raw.dryRun), ['true', 'false']),
      tq: tq === undefined ? undefined : withoutSecret(tq),
      tstate: choiceParam(raw.tstate, states),
      tsort: tokens.sort,
      tpage: tokens.page,
      tlimit: tokens.limit,
    },
  )
}
