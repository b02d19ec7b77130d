import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recordView } from '../ui/record/view.ts'

/**
 * After a navigation to another page, focuses its title, unless the page has focused a field itself. Opening and
 * closing a panel moves the focus elsewhere.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let page = pageOf(router.state.matches)
    return router.subscribe('onRendered', () => {
      const next = pageOf(router.state.matches)
      if (next === page) return
      page = next
      const title = document.querySelector<HTMLElement>('main h1')
      if (title && !document.querySelector('[role="dialog"]') && !document.activeElement?.matches('main input')) {
        title.tabIndex = -1
        title.focus({ preventScroll: true })
      }
    })
  }, [router])
}

interface Match {
  id: string
  pathname: string
  staticData: { panel?: boolean; record?: boolean }
  context: unknown
}

/** The page below a panel or beside a record; routes below theirs, such as tabs, belong to them. */
function pageOf(matches: readonly Match[]): string {
  const record = matches.findIndex((match) => match.staticData.record)
  if (record !== -1) return matches[recordView(matches) === 'peek' ? record - 1 : record]?.pathname ?? ''
  const panel = matches.findIndex((match) => match.staticData.panel)
  const page = panel === -1 ? matches.at(-1) : matches[panel - 1]
  return page === undefined ? '' : page.pathname
}
