import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { patchSearch, savedViewParam } from './search.ts'

/**
 * Changes keys of the page's search parameters; see `patchSearch`. It patches the current URL, so that a debounced search
 * keeps filters changed in the meantime, and a record open beside the list. `read` drops invalid values. Typing adds nothing to the browser's history.
 * A page stays on the screen while the next one loads: what comes from it then is dropped, since the URL is the next one's.
 */
export function useSearchChange<S extends object>(read: (raw: Record<string, unknown>) => S): (patch: Partial<S>) => void {
  const navigate = useNavigate()
  const router = useRouter()
  const { routeId, pathname } = useMatch({
    strict: false,
    select: ({ routeId, pathname }) => ({ routeId, pathname }),
    structuralSharing: true,
  })
  return (patch) => {
    const isOpen = router.matchRoutes(router.latestLocation).some((match) => match.routeId === routeId && match.pathname === pathname)
    if (isOpen)
      void navigate({
        to: '.',
        search: (previous) => withSavedView(previous, patchSearch(read(previous), patch)),
        state: true,
        replace: 'q' in patch,
      })
  }
}

/** A list still shows its saved view after a change, as changed. */
function withSavedView<S extends object>(previous: Record<string, unknown>, search: S): S {
  const savedView = savedViewParam(previous)
  return savedView === undefined ? search : { ...search, savedView }
}
