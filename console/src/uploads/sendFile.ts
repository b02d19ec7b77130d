import { createClient, ProblemError, type CallInput, type Endpoint, type ResponseOf } from '@steward/contract/http'
import { currentLanguage } from '../i18n/language.ts'
import { accessToken, refresh } from '../session/token/token.ts'

/**
 * Calls an endpoint that takes a file, and reports the bytes sent. `fetch` doesn't tell how much of a body was sent, so this uses
 * XMLHttpRequest behind the contract's client.
 * @throws {ProblemError} the server refused; NetworkError; an AbortError when `input.signal` aborted
 */
export async function sendFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (sentBytes: number) => void,
): Promise<ResponseOf<E>> {
  const call = createClient({ baseUrl: '', fetch: fetchWithProgress(onProgress), headers })
  const send = async () => (await call(endpoint, input)).data
  try {
    return await send()
  } catch (error) {
    // The access token was revoked or its key rotated; a fresh one might be accepted.
    if (!(error instanceof ProblemError) || error.status !== 401) throw error
    await refresh()
    return send()
  }
}

async function headers(): Promise<Record<string, string>> {
  const token = await accessToken()
  return { 'accept-language': currentLanguage(), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
}

const fetchWithProgress =
  (onProgress: (sentBytes: number) => void): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'POST', String(input))
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.onprogress = ({ loaded }) => onProgress(loaded)
      request.onload = () => resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      const { signal } = init
      request.onabort = () => reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      // The client sends a form or a file.
      request.send(init.body as FormData | File)
    })

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line.includes(':'))
  return new Headers(lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
}
