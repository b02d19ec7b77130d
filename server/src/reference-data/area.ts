import type { Area } from '../area.ts'
import type { ExportsArea } from '../exports/area.ts'
import type { Shared } from '../shared.ts'
import { bindRateRoutes } from './rates/routes.ts'
import { createRateService } from './rates/service.ts'
import { bindCurrencyRoutes } from './currencies/routes.ts'
import { createCurrencyService } from './currencies/service.ts'
import { bindSchemeRoutes } from './schemes/routes.ts'
import { createSchemeService } from './schemes/service.ts'
import { exportedTags } from './tags/queries.ts'
import { bindTagRoutes } from './tags/routes.ts'
import { createTagService } from './tags/service.ts'
import { bindVintageRoutes } from './vintages/routes.ts'
import { createVintageService } from './vintages/service.ts'

/** Tags, currencies, currency schemes, vintages and exchange rates. */
export function createReferenceDataArea(shared: Shared, _ports: { exports: ExportsArea }): Area {
  const { db, now } = shared
  const tags = createTagService(db)
  const currencies = createCurrencyService(db)
  const schemes = createSchemeService({ db, now })
  const vintages = createVintageService(db)
  const rates = createRateService({ db, now })
  return {
    name: 'reference-data',
    exported: { tags: (tenantId, filter) => exportedTags(db.kysely, tenantId, filter) },
    bind(bind) {
      bindTagRoutes(bind, tags)
      bindCurrencyRoutes(bind, currencies)
      bindSchemeRoutes(bind, schemes)
      bindVintageRoutes(bind, vintages)
      bindRateRoutes(bind, rates)
    },
  }
}
