import type { Preview } from './changes/schemas.ts'
import { createSender, NetworkError, type CallInput, type ClientOptions, type Endpoint } from './http.ts'

/**
 * A client for what calls would do, of endpoints with `previews`. Nothing is changed.
 * @throws {ProblemError} the server would refuse the call; @throws {NetworkError} no usable response, or one without a preview.
 */
export function createPreviewClient(options: ClientOptions) {
  const send = createSender({
    ...options,
    headers: async (endpoint) => ({ ...(await options.headers(endpoint)), prefer: 'preview' }),
  })
  return async function preview<E extends Endpoint>(declared: E, input: CallInput<E>): Promise<Preview> {
    if (!declared.previews) throw new Error(`${declared.id} has no preview`)
    const response = await send(declared, input)
    if (response.headers.get('preference-applied') !== 'preview') throw new NetworkError('bad_response')
    return (await response.json()) as Preview
  }
}
