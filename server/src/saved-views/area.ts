import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { bindSavedViewRoutes } from './routes.ts'
import { createSavedViewService } from './service.ts'

/** Saved views of the console's lists. */
export function createSavedViewsArea(shared: Shared): Area {
  const views = createSavedViewService(shared)
  return { name: 'saved-views', bind: (bind) => bindSavedViewRoutes(bind, views) }
}
