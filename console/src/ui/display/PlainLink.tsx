import { useRouter, type AnyRouter, type LinkOptions } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** A pointer that only passes over links fetches nothing of what they lead to. */
const preloadDelayMs = 50
let approaching: ReturnType<typeof setTimeout> | undefined

export interface PlainLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  link: LinkOptions
}

/**
 * A link that need not say whether its page is the open one. The router's `Link` follows every change of the address and asks all
 * routes on the way for theirs; a page has too many links for that. This one writes its address as its options spell it, and
 * asks the router when the pointer or the focus comes: before anybody can use it.
 */
export function PlainLink({ link, children, ...rest }: PlainLinkProps) {
  const router = useRouter()
  const approach = (anchor: HTMLAnchorElement) => {
    anchor.href = router.history.createHref(router.buildLocation(link).publicHref)
    clearTimeout(approaching)
    approaching = setTimeout(() => void router.preloadRoute(link), preloadDelayMs)
  }
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    // Anything but a plain click is the browser's: a new tab, a new window, a download.
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

/** The address of a path with plain parameters and plain search; undefined where only the router knows it. */
function spelled({ to, params, search, hash }: LinkOptions, router: AnyRouter): string | undefined {
  if (typeof to !== 'string' || !to.startsWith('/') || typeof search === 'function' || hash !== undefined) return undefined
  const values: Record<string, unknown> = typeof params === 'object' ? params : {}
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const query = search === true ? router.latestLocation.searchStr : router.options.stringifySearch(search ?? {})
  return router.history.createHref(`${router.basepath}${path}${query}`)
}
