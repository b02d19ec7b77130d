import { useNavigate } from '@tanstack/react-router'
import { patchSearch } from './search.ts'

/**
 * Changes keys of the page's search parameters; see `patchSearch`. It patches the current URL, so that a debounced search
 * keeps filters changed in the meantime. `read` drops invalid values. Typing adds nothing to the browser's history.
 */
export function useSearchChange<S extends object>(read: (raw: Record<string, unknown>) => S): (patch: Partial<S>) => void {
  const navigate = useNavigate()
  return (patch) => void navigate({ to: '.', search: (previous) => patchSearch(read(previous), patch), replace: 'q' in patch })
}
