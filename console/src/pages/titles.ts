import { useMatches } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { useRecordView } from '../ui/record/view.ts'
import { afterPaint } from '../ui/table/afterPaint.ts'
import { placeOf } from './menu.ts'
import { pageTitleOf } from './pageTitles.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Title of a panel or a tab in the breadcrumbs and the browser tab; that of a page is in `contract/src/rules/pages.ts`. A page about one thing
     * can take its title from the parameters of the path.
     */
    title?: (params: Record<string, string>) => string
    /** A panel over its parent's page: focus and scroll of the page stay as they are. */
    panel?: boolean
    /** Permissions a panel needs beyond its page's; without them the user is redirected to /401. */
    permission?: PermissionName
  }
}

export interface Crumb {
  title: string
  /** Undefined for a menu group, which is not a page. */
  pathname: string | undefined
}

interface TitledMatch {
  routeId: string
  pathname: string
  params: object
  staticData: { title?: (params: Record<string, string>) => string; panel?: boolean; record?: boolean }
}

/** The title of a matched route; undefined if it has none. */
function titleOf({ routeId, staticData, params }: TitledMatch): string | undefined {
  // Parameters of a path are text.
  return staticData.title?.({ ...params } as Record<string, string>) ?? pageTitleOf(routeId)?.()
}

/** The crumb of a matched route, after those of pages above it that the router doesn't match with it (`currencies_`). */
function crumbsOf(match: TitledMatch, parentId: string): Crumb[] {
  const title = match.staticData.panel || match.staticData.record ? undefined : titleOf(match)
  const own = title === undefined ? [] : [{ title, pathname: match.pathname }]
  const segments = match.routeId.split('/')
  const above = segments.flatMap((segment, index): Crumb[] => {
    const id = segments.slice(0, index + 1).join('/')
    const ofPage = segment.endsWith('_') && id.length > parentId.length ? pageTitleOf(id) : undefined
    // The id begins with the layout, the path with the first segment after it.
    return ofPage === undefined ? [] : [{ title: ofPage(), pathname: match.pathname.split('/').slice(0, index).join('/') }]
  })
  return [...above, ...own]
}

/** The path to the current page: its menu group, then the pages, and the record whose page it is; without panels. */
export function useCrumbs(): Crumb[] {
  const pages = useMatches({
    select: (matches) => matches.flatMap((match, index) => crumbsOf(match, matches[index - 1]?.routeId ?? '')),
    structuralSharing: true,
  })
  const record = useMatches({
    select: (matches) => {
      const match = matches.find(({ staticData }) => staticData.record)
      return match && { title: titleOf(match) ?? '', pathname: match.pathname }
    },
    structuralSharing: true,
  })
  const view = useRecordView()
  const ofPage = useShownTitle('record')
  const [first] = pages
  // A page outside the menu, such as the not-found page, has only the title it sets itself.
  if (first?.pathname === undefined) return ofPage === undefined ? [] : [{ title: ofPage, pathname: undefined }]
  const group = placeOf(first.pathname)?.group.label
  const ofRecord = record && view === 'page' ? [{ ...record, title: ofPage ?? record.title }] : []
  return [...(group === undefined ? [] : [{ title: group(), pathname: undefined }]), ...pages, ...ofRecord]
}

/** Titles that are data: of the record, and of the tab that is open on a page. */
const shown: { record?: string | undefined; tab?: string | undefined } = {}
const listeners = new Set<() => void>()

function useTitle(of: keyof typeof shown, title: string): void {
  useEffect(() => {
    const set = (value: string | undefined) => {
      shown[of] = value
      for (const listener of listeners) listener()
    }
    set(title)
    return () => set(undefined)
  }, [of, title])
}

/** Sets the browser tab's title while a page is shown whose title is data, such as a user's name. */
export const useDocumentTitle = (title: string): void => useTitle('record', title)

/** Puts the name of an open tab, such as a product's, before the title of its page. */
export const useTabTitle = (title: string): void => useTitle('tab', title)

function useShownTitle(of: keyof typeof shown): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown[of],
  )
}

/**
 * Sets the browser tab's title to the page's own title, otherwise that of the deepest titled route, including panels. Renders
 * nothing itself, so that a title change does not render the page again.
 */
export function RouteTitle(): null {
  const ofTab = useShownTitle('tab')
  const ofRoute = useMatches({
    select: (matches) => {
      const titled = matches.findLast(titleOf)
      const title = titled && titleOf(titled)
      return ofTab === undefined || titled?.staticData.panel || titled?.staticData.record ? title : `${ofTab} · ${title}`
    },
  })
  const ofPage = useShownTitle('record')
  const title = ofPage ?? ofRoute
  // Updating the tab title is slow in browsers; the page does not wait for it.
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title === undefined ? m.app_name() : `${title} · ${m.app_name()}`
      }),
    [title],
  )
  return null
}
