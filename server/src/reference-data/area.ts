import type { Area } from '../area.ts'
import type { ExportsArea } from '../exports/area.ts'
import type { Shared } from '../shared.ts'
import { exportedTags } from './tags/queries.ts'
import { bindTagRoutes } from './tags/routes.ts'
import { createTagService } from './tags/service.ts'

/** Tags, currencies, currency schemes, vintages and exchange rates. */
export function createReferenceDataArea({ db }: Shared, _ports: { exports: ExportsArea }): Area {
  const tags = createTagService(db)
  return {
    name: 'reference-data',
    exported: { tags: (tenantId, filter) => exportedTags(db.kysely, tenantId, filter) },
    bind(bind) {
      bindTagRoutes(bind, tags)
    },
  }
}
