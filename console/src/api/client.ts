import { createClient, ProblemError, type CallInput, type ClientOptions, type Endpoint, type ResponseOf } from '@steward/contract/http'
import { refreshLogin } from '@steward/contract/session/endpoints'
import { currentLanguage } from '../i18n/language.ts'
import { atShownMoment, isPastRefused, PastRefusedError } from './moment.ts'
import { noteOwnChange } from './ownChanges.ts'
import { isRefusedUndone, retrying, type RetryOptions } from './retry.ts'
import { noteServerTime } from '../i18n/serverTime.ts'

/** What calls need of the session, which is a layer above them. */
export interface CallSession {
  /** Undefined without a session. */
  accessToken: () => Promise<string | undefined>
  /** Asks for a new access token. */
  refresh: () => Promise<unknown>
  /** A call failed for good: what that means for the session, such as its end. */
  onFailure: (endpoint: Endpoint, error: ProblemError) => Promise<void>
  /** The server wants to know again who is there; false if the person did not confirm it. */
  confirm: (asked: ProblemError) => Promise<boolean>
}

let session: CallSession | undefined

export function setCallSession(given: CallSession): void {
  session = given
}

/** How the console calls. */
export const clientOptions: ClientOptions = {
  baseUrl: '',
  fetch: async (...args) => {
    const response = await fetch(...args)
    noteServerTime(response.headers.get('date'))
    return response
  },
  headers: async (endpoint): Promise<Record<string, string>> => {
    // The server's error messages are shown as they are.
    const language = { 'accept-language': currentLanguage() }
    if ('public' in endpoint.access) return language
    const token = await session?.accessToken().catch(async (error: unknown) => {
      await tellSession(refreshLogin, error)
      throw error
    })
    return token === undefined ? language : { ...language, authorization: `Bearer ${token}` }
  },
}

const call = createClient(clientOptions)

async function tellSession(endpoint: Endpoint, error: unknown): Promise<void> {
  if (error instanceof ProblemError) await session?.onFailure(endpoint, error)
}

export interface ApiOptions extends Pick<RetryOptions, 'onFailure'> {
  /** False for calls that repeat anyway, such as polls: they fail immediately on a network failure. */
  retry?: boolean
}

/**
 * Calls an endpoint of the contract as the signed-in user. A call that is safe to repeat is retried after a network failure
 * (`retry.ts`). A 401 ends the session, after one attempt with a fresh token: the server might have rotated its keys or
 * revoked only the access token. Where the server first asks who is there, the person confirms it over the page and the call is
 * sent again, so that nothing that was typed is lost. While the console shows another moment, reads are of that moment, and nothing
 * is changed.
 * @throws {ProblemError} the server refused; NetworkError: no usable response; PastRefusedError
 */
export function apiWithEtag<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { retry = true, onFailure }: ApiOptions = {},
): Promise<Answer<E>> {
  const { signal, ifMatch }: { signal?: AbortSignal; ifMatch?: string } = input
  if (isPastRefused(endpoint)) return Promise.reject(new PastRefusedError())
  const sent = atShownMoment(endpoint, input)
  if (!retry) return callConfirmed(endpoint, sent)
  const isSafe = isRepeatable(endpoint, ifMatch) ? undefined : isRefusedUndone
  return retrying(() => callConfirmed(endpoint, sent), { signal, onFailure, isSafe })
}

interface Answer<E extends Endpoint> {
  data: ResponseOf<E>
  etag: string | undefined
  headers: Headers
}

/** docs/adr/012 decides which calls can be repeated: one with If-Match would conflict with itself. */
const isRepeatable = ({ method, repeatable }: Endpoint, ifMatch: string | undefined) =>
  method === 'GET' || (repeatable === true && ifMatch === undefined)

/** Notes what changed something, before the caller that waits for the answer can reload it. */
async function noting<E extends Endpoint>({ method }: E, calling: Promise<Answer<E>>): Promise<Answer<E>> {
  const answer = await calling
  if (method !== 'GET') noteOwnChange(answer.headers)
  return answer
}

/** An identity to confirm, which says nothing against the session (docs/adr/049). */
const asksToConfirm = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problem.code === 'freshness_required'

async function callConfirmed<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
  try {
    return await callSignedIn(endpoint, input)
  } catch (error) {
    if (!asksToConfirm(error) || (await session?.confirm(error)) !== true) throw error
    return callConfirmed(endpoint, input)
  }
}

const callSignedIn = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> =>
  asSignedIn(endpoint, () => noting(endpoint, call(endpoint, input)))

/** Runs a call, and again with a fresh token if it was refused with 401. */
export async function asSignedIn<T>(endpoint: Endpoint, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isRefused = error instanceof ProblemError && error.status === 401 && !('public' in endpoint.access)
    if (!isRefused || asksToConfirm(error)) throw error
    try {
      await session?.refresh()
    } catch (refreshError) {
      await tellSession(refreshLogin, refreshError)
      throw error
    }
    try {
      return await run()
    } catch (second) {
      if (!asksToConfirm(second)) await tellSession(endpoint, second)
      throw second
    }
  }
}

/** Like `apiWithEtag`, but returns only the body. */
export async function api<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: ApiOptions): Promise<ResponseOf<E>> {
  return (await apiWithEtag(endpoint, input, options)).data
}
