import type { SafeFetch } from '../../outgoing/safe-fetch.ts'

/** An unsuccessful response of the provider. */
export interface FailedCall {
  status: number
  body: string
}

/** Remembers the last unsuccessful response, whose reason the library does not always pass on. */
export function watchFailures(fetch: SafeFetch): { fetch: SafeFetch; last: () => FailedCall | undefined } {
  let last: FailedCall | undefined
  const watched = async (...[url, init]: Parameters<SafeFetch>): Promise<Response> => {
    const response = await fetch(url, init)
    if (response.status < 400) return response
    const { status, headers } = response
    const body = await response.text()
    last = { status, body }
    return new Response(body, { status, headers })
  }
  return { last: () => last, fetch: Object.assign(watched, { close: () => fetch.close() }) }
}
