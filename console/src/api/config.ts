import { queryOptions } from '@tanstack/react-query'
import type { LinkName } from '@steward/contract/rules/links'

/** What the operator configured for the console, from `/home/config.json`. */
export interface ConsoleConfig {
  environment: string
  /** Of the server when this page was loaded. */
  version: string
  /** Where the pages of the help site begin, and the service that opens it; addresses or paths. */
  help: { site: string; api: string }
  /** Where applications of the platform run, by machine name (`rlax`). */
  applications: Record<string, string>
  /** What the menu leads to outside the console; what is not configured is missing. */
  links: Partial<Record<LinkName, string>>
  /** A guidance script is to be asked for. */
  hasGuidance: boolean
}

/** Reads what the console knows of the file; anything that is no web address is left out. */
export function parseConfig(raw: unknown): ConsoleConfig {
  const given: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {}
  return {
    environment: typeof given.environment === 'string' ? given.environment : 'production',
    version: typeof given.version === 'string' ? given.version : '',
    help: { ...ownHelp, ...webAddresses(given.help) },
    applications: webAddresses(given.applications),
    links: webAddresses(given.links),
    hasGuidance: given.hasGuidance === true,
  }
}

/** The help that ships with the product. */
const ownHelp = { site: '/help/site/', api: '/help' }

function webAddresses(given: unknown): Record<string, string> {
  const entries: [string, unknown][] = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => isWebAddress(entry[1])))
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => {
    const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { signal })
    if (!response.ok) throw new Error(`config.json: HTTP ${response.status}`)
    return parseConfig(await response.json())
  },
  staleTime: Number.POSITIVE_INFINITY,
})
