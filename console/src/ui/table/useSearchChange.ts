import { useNavigate } from '@tanstack/react-router'
import { patchSearch } from './search.ts'

/**
 * Changes keys of the page's address; see `patchSearch`. It builds on the address of that moment, so that a search that
 * comes after typing rests keeps what was filtered meanwhile, and `read` leaves out what makes no sense. What is typed
 * adds nothing to the browser's history.
 */
export function useSearchChange<S extends object>(read: (raw: Record<string, unknown>) => S): (patch: Partial<S>) => void {
  const navigate = useNavigate()
  return (patch) => void navigate({ to: '.', search: (previous) => patchSearch(read(previous), patch), replace: 'q' in patch })
}
