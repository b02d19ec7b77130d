import { queryOptions, useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { openHelp } from '@steward/contract/help/endpoints'
import { api } from '../api/client.ts'
import { configQuery, type ConsoleConfig } from '../api/config.ts'
import { queryClient } from '../api/query.ts'
import { accessToken } from '../session/token/token.ts'
import { alerts } from '../api/alerts.ts'

/** Specification 1, sections 7 and 9: opening the help is tried five times, five seconds apart. */
const tries = 5
const retryDelayMs = 5_000
/** After these it is tried again from time to time. */
const recoverAfterMs = 60_000

/** This console's name for the help service. */
const app = 'admin-console'

/** The operator's own help service refused. */
class HelpRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the help service answered ${status}`)
    this.status = status
  }
}

const isRefusal = (error: Error | null) => error !== null && 'status' in error && error.status === 401

/** Opens the help for this browser. A 401 isn't retried, it only warns (specification 1, section 8). */
export const helpQuery = queryOptions({
  queryKey: ['help'],
  queryFn: async ({ signal }) => {
    const { help, environment } = await queryClient.ensureQueryData(configQuery)
    const body = { app, env: environment }
    if (help.api !== '/help') return openElsewhere(help.api, body, signal)
    // The API client shows the warning for a 401.
    const { expiresIn } = await api(openHelp, { body, signal }, { retry: false })
    return { expiresIn }
  },
  retry: (failures, error) => failures < tries - 1 && !isRefusal(error),
  retryDelay: retryDelayMs,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // Gone for a moment, such as during a restart, it is back without a reload of the page.
  refetchInterval: ({ state }) => (state.status === 'error' && !isRefusal(state.error) ? recoverAfterMs : false),
  refetchOnReconnect: ({ state }) => state.status === 'error',
})

async function openElsewhere(base: string, body: object, signal: AbortSignal): Promise<{ expiresIn: number | undefined }> {
  const token = await accessToken()
  const response = await fetch(`${base}/oauth/cookie2`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal,
  })
  if (response.status === 401) alerts.warning(m.session_help_refused())
  if (!response.ok) throw new HelpRefused(response.status)
  return { expiresIn: undefined }
}

/** Why help is unavailable; undefined if it isn't. */
export function useHelpHindrance(): string | undefined {
  const { status } = useQuery(helpQuery)
  if (status === 'success') return undefined
  return status === 'pending' ? m.help_loading() : m.help_unavailable()
}

/** Whether to renew the cookie before opening another page. */
export function isAgeing({ dataUpdatedAt, data }: { dataUpdatedAt: number; data: { expiresIn: number | undefined } | undefined }): boolean {
  const lifeMs = (data?.expiresIn ?? Number.POSITIVE_INFINITY) * 1_000
  return Date.now() - dataUpdatedAt > lifeMs / 2
}

/** The URL of a help page. */
export const helpAddress = ({ help }: ConsoleConfig, page: string): string => help.site + page
