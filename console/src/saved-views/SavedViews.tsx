import { deferred } from '../ui/overlay/deferred.tsx'
import css from './SavedViews.module.css'
import type { ViewsMenuProps } from './ViewsMenu.tsx'

// Follows the first frame of the list, in a place that is kept for it.
const ViewsMenu = deferred<ViewsMenuProps & { open?: boolean }>(async () => (await import('./ViewsMenu.tsx')).ViewsMenu)

/** The menu of a list's saved views. */
export const SavedViews = (props: ViewsMenuProps) => (
  <div className={css.place}>
    <ViewsMenu {...props} />
  </div>
)
