import { queryOptions } from '@tanstack/react-query'
import { NetworkError } from '@steward/contract/http'
import type { LinkName } from '@steward/contract/rules/links'
import { retrying } from './retry.ts'

/** The operator's configuration of the console, from `/home/config.json`. */
export interface ConsoleConfig {
  environment: string
  /** The server's version when this page was loaded. */
  version: string
  /** The base URL of the help site, and the service that opens it; URLs or paths. */
  help: { site: string; api: string }
  /** URLs of the platform's applications, by machine name (`rlax`). */
  applications: Record<string, string>
  /** External links of the menu; links that aren't configured are absent. */
  links: Partial<Record<LinkName, string>>
  /** Whether to load a guidance script. */
  hasGuidance: boolean
}

/** Reads the known keys of the file; anything that isn't a web URL is dropped. */
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

async function readConfig(signal: AbortSignal): Promise<ConsoleConfig> {
  const url = `${import.meta.env.BASE_URL}config.json`
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new NetworkError('network', error)
  })
  if (!response.ok) throw new NetworkError('bad_response', new Error(`config.json: HTTP ${response.status}`))
  return parseConfig(
    await response.json().catch((error: unknown) => {
      throw new NetworkError('bad_response', error)
    }),
  )
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => retrying(() => readConfig(signal), { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
