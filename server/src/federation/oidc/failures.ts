import type { FetchSafely } from '../../outgoing/safe-fetch.ts'

/** An unsuccessful response of the provider. */
export interface FailedCall {
  status: number
  body: string
}

/** Remembers the last unsuccessful response, whose reason the library does not always pass on. */
export function watchFailures(fetch: FetchSafely): { fetch: FetchSafely; last: () => FailedCall | undefined } {
  let last: FailedCall | undefined
  const watched: FetchSafely = async (url, init) => {
    const response = await fetch(url, init)
    if (response.status < 400) return response
    const { status, headers } = response
    const body = await response.text()
    last = { status, body }
    return new Response(body, { status, headers })
  }
  return { last: () => last, fetch: watched }
}
