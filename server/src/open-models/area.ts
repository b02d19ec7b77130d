import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { bindOpenModelRoutes } from './routes.ts'
import { createOpenModelService } from './service.ts'

/** Models of other providers. */
export function createOpenModelsArea({ db, now }: Shared): Area {
  const models = createOpenModelService({ db, now })
  return { name: 'open-models', bind: (bind) => bindOpenModelRoutes(bind, models) }
}
