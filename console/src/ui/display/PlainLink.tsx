import { useRouter, type AnyRouter, type LinkOptions } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { keptSearch } from '../../api/moment.ts'

/** Delay before preloading, so that a pointer that only passes over a link does not trigger it. */
const preloadDelayMs = 50
let approaching: ReturnType<typeof setTimeout> | undefined

export interface PlainLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  link: LinkOptions
}

/**
 * A link that doesn't show whether its page is the current one. The router's `Link` re-evaluates on every change of the URL, which
 * is too expensive for pages with many links. This one builds its URL from its options and asks the router on hover or focus,
 * before a click is possible.
 */
export function PlainLink({ link, children, ...rest }: PlainLinkProps) {
  const router = useRouter()
  const approach = (anchor: HTMLAnchorElement) => {
    anchor.href = router.history.createHref(router.buildLocation(link).publicHref)
    clearTimeout(approaching)
    approaching = setTimeout(() => void router.preloadRoute(link), preloadDelayMs)
  }
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    // Leave modified clicks to the browser: a new tab, a new window, a download.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(link)
  }
  return (
    <a
      {...rest}
      href={spelled(link, router) ?? router.history.createHref(router.buildLocation(link).publicHref)}
      onPointerEnter={(event) => approach(event.currentTarget)}
      onPointerLeave={() => clearTimeout(approaching)}
      onFocus={(event) => approach(event.currentTarget)}
      onClick={click}
    >
      {children}
    </a>
  )
}

/** The URL of a path with plain parameters and plain search; undefined if only the router can build it. */
function spelled({ to, params, search, hash }: LinkOptions, router: AnyRouter): string | undefined {
  if (typeof to !== 'string' || !to.startsWith('/') || typeof search === 'function' || hash !== undefined) return undefined
  const values: Record<string, unknown> = typeof params === 'object' ? params : {}
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const query = search === true ? router.latestLocation.searchStr : router.options.stringifySearch({ ...search, ...keptSearch() })
  return router.history.createHref(`${router.basepath}${path}${query}`)
}
