import type { AnyRoute } from '@tanstack/react-router'

type Search = Record<string, unknown>

/**
 * The search parameters that a page takes over, and `undefined` for those that it reads and refuses. The router gives a page what its
 * `validateSearch` leaves out as it was in the address: a refused value would be sent to the server.
 */
function withRefused(validate: (raw: Search) => object, raw: Search): object {
  const refused: Search = {}
  const watched = new Proxy(raw, {
    get(values, key: string) {
      if (key in values) refused[key] = undefined
      return values[key]
    },
  })
  return Object.assign(refused, validate(watched))
}

/** Keeps refused values from the pages of these routes. */
export function refuseInvalidSearch(route: AnyRoute): void {
  const { validateSearch } = route.options
  if (typeof validateSearch === 'function') route.options.validateSearch = (raw: Search) => withRefused(validateSearch, raw)
  for (const child of Object.values<AnyRoute>(route.children ?? {})) refuseInvalidSearch(child)
}
