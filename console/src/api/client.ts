import { createClient, ProblemError, type CallInput, type Endpoint, type ResponseOf } from '@steward/contract/http'
import { refreshLogin } from '@steward/contract/session'
import { sessionFailure, signOut } from '../session/actions.ts'
import { accessToken, refresh } from '../session/token.ts'

const call = createClient({
  baseUrl: '',
  fetch: (...args) => fetch(...args),
  headers: async (endpoint): Promise<Record<string, string>> => {
    if ('public' in endpoint.access) return {}
    const token = await accessToken().catch(async (error: unknown) => {
      await endSession(refreshLogin.id, error)
      throw error
    })
    return token === undefined ? {} : { authorization: `Bearer ${token}` }
  },
})

async function endSession(endpointId: string, error: unknown): Promise<void> {
  const reason = error instanceof ProblemError ? sessionFailure(endpointId, error.status) : undefined
  if (reason !== undefined) await signOut(reason)
}

/**
 * Calls an endpoint of the contract as the signed-in user. A 401 ends the session, after one try with a fresh token: the
 * server may have rotated its keys or revoked only the access token.
 * @throws {ProblemError} the server refused; NetworkError: no usable answer
 */
export async function apiWithEtag<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ data: ResponseOf<E>; etag: string | undefined; headers: Headers }> {
  try {
    return await call(endpoint, input)
  } catch (error) {
    const isRefused = error instanceof ProblemError && error.status === 401 && !('public' in endpoint.access)
    if (!isRefused) throw error
    try {
      await refresh()
    } catch (refreshError) {
      await endSession(refreshLogin.id, refreshError)
      throw error
    }
    try {
      return await call(endpoint, input)
    } catch (second) {
      await endSession(endpoint.id, second)
      throw second
    }
  }
}

/** Like `apiWithEtag`, for the body alone. */
export async function api<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
  return (await apiWithEtag(endpoint, input)).data
}
