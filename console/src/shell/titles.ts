import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { m } from '@steward/contract/paraglide/messages'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the page in the top bar, the breadcrumbs and the browser's tab. */
    title?: () => string
    /** A panel over its parent's page: focus and scroll of the page stay as they are. */
    panel?: boolean
  }
}

export interface Crumb {
  title: string
  pathname: string
}

/** The pages on the way to the current one, panels left out. */
export function useCrumbs(): Crumb[] {
  return useMatches({
    select: (matches) =>
      matches.flatMap((match) => (match.staticData.title && !match.staticData.panel ? [{ title: match.staticData.title(), pathname: match.pathname }] : [])),
    structuralSharing: true,
  })
}

/** Names the browser's tab after the deepest titled route, panels included. */
export function useRouteTitle(): void {
  const title = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title?.() })
  useDocumentTitle(title)
}

/** Names the browser's tab, for pages whose title is data. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? m.app_name() : `${title} · ${m.app_name()}`
  }, [title])
}
