import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { bindEsgRoutes } from './routes.ts'
import { createEsgService } from './service.ts'

/** ESG settings. */
export function createEsgArea({ db }: Shared): Area {
  const esg = createEsgService(db)
  return { name: 'esg', bind: (bind) => bindEsgRoutes(bind, esg) }
}
