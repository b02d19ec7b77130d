import { createClient, ProblemError, type CallInput, type Endpoint, type ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { refreshLogin } from '@steward/contract/session/endpoints'
import { currentLanguage } from '../i18n/language.ts'
import { sessionFailure, signOut } from '../session/token/signOut.ts'
import { accessToken, refresh } from '../session/token/token.ts'
import { alerts } from './alerts.ts'
import { retrying, type RetryOptions } from './retry.ts'

const call = createClient({
  baseUrl: '',
  fetch: (...args) => fetch(...args),
  headers: async (endpoint): Promise<Record<string, string>> => {
    // The server words its refusals, which are shown as they come.
    const language = { 'accept-language': currentLanguage() }
    if ('public' in endpoint.access) return language
    const token = await accessToken().catch(async (error: unknown) => {
      await endSession(refreshLogin, error)
      throw error
    })
    return token === undefined ? language : { ...language, authorization: `Bearer ${token}` }
  },
})

async function endSession(endpoint: Endpoint, error: unknown): Promise<void> {
  const meaning = error instanceof ProblemError ? sessionFailure(endpoint, error.status) : undefined
  if (meaning === 'warning') alerts.warning(m.session_help_refused())
  else if (meaning !== undefined) await signOut(meaning)
}

export interface ApiOptions extends Pick<RetryOptions, 'onFailure'> {
  /** False for what is asked again anyway, such as a poll: it fails at once where the network does. */
  retry?: boolean
}

/**
 * Calls an endpoint of the contract as the signed-in user. A call that may be sent twice is tried again where no usable
 * answer came (`retry.ts`). A 401 ends the session, after one try with a fresh token: the server may have rotated its keys or
 * revoked only the access token.
 * @throws {ProblemError} the server refused; NetworkError: no usable answer
 */
export function apiWithEtag<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { retry = true, onFailure }: ApiOptions = {},
): Promise<Answer<E>> {
  const { signal, ifMatch }: { signal?: AbortSignal; ifMatch?: string } = input
  if (!retry || !isRepeatable(endpoint, ifMatch)) return callSignedIn(endpoint, input)
  return retrying(() => callSignedIn(endpoint, input), { signal, onFailure })
}

interface Answer<E extends Endpoint> {
  data: ResponseOf<E>
  etag: string | undefined
  headers: Headers
}

/** Which calls may be sent again is decided in docs/adr/012: one that names a version would meet its own. */
const isRepeatable = ({ method, repeatable }: Endpoint, ifMatch: string | undefined) =>
  method === 'GET' || (repeatable === true && ifMatch === undefined)

async function callSignedIn<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
  try {
    return await call(endpoint, input)
  } catch (error) {
    const isRefused = error instanceof ProblemError && error.status === 401 && !('public' in endpoint.access)
    if (!isRefused) throw error
    try {
      await refresh()
    } catch (refreshError) {
      await endSession(refreshLogin, refreshError)
      throw error
    }
    try {
      return await call(endpoint, input)
    } catch (second) {
      await endSession(endpoint, second)
      throw second
    }
  }
}

/** Like `apiWithEtag`, for the body alone. */
export async function api<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: ApiOptions): Promise<ResponseOf<E>> {
  return (await apiWithEtag(endpoint, input, options)).data
}
