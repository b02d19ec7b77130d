import { createClient, ProblemError } from '@steward/contract/http'
import { uploadRates } from '@steward/contract/reference-data/rates'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { currentLanguage } from '../../i18n/language.ts'
import { accessToken, refresh } from '../../session/token/token.ts'
import type { VintageKey } from '../vintages/queries.ts'

/**
 * Sends a file of rates and reports the bytes sent. `fetch` doesn't tell how much of a body was sent, so this uses XMLHttpRequest
 * behind the contract's client.
 * @throws {ProblemError} the server refused; NetworkError; an AbortError when aborted
 */
export async function sendRates(
  { scheme, vintage }: VintageKey,
  file: File,
  { onProgress, signal }: { onProgress: (sentBytes: number) => void; signal: AbortSignal },
): Promise<RateUpload> {
  const call = createClient({ baseUrl: '', fetch: fetchWithProgress(onProgress), headers })
  const send = async () => (await call(uploadRates, { body: { currencySchemeCode: scheme, vintage, file }, signal })).data
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
      // The client sends a form.
      request.send(init.body as FormData)
    })

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line.includes(':'))
  return new Headers(lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
}
