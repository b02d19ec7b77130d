import type { Preview } from './changes/schemas.ts'
import { createSender, hasPreview, NetworkError, type CallInput, type ClientOptions, type Endpoint } from './http.ts'

/**
 * A client for what calls would do, of endpoints that have a preview. Nothing is changed.
 * @throws {ProblemError} the server would refuse the call; @throws {NetworkError} no usable response, or one without a preview.
 */
export function createPreviewClient(options: ClientOptions) {
  /** @param offset how many of the people who are affected come before those who are named */
  return async function preview<E extends Endpoint>(declared: E, input: CallInput<E>, offset = 0): Promise<Preview> {
    if (!hasPreview(declared)) throw new Error(`${declared.id} has no preview`)
    const prefer = offset === 0 ? 'preview' : `preview; offset=${offset}`
    const send = createSender({ ...options, headers: async (endpoint) => ({ ...(await options.headers(endpoint)), prefer }) })
    const response = await send(declared, input)
    if (response.headers.get('preference-applied') !== 'preview') throw new NetworkError('bad_response')
    return (await response.json()) as Preview
  }
}
