import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { bindResourceGroupRoutes } from './routes.ts'
import { createResourceGroupService } from './service.ts'

/** Resource groups of products, and the packages allocated to them. */
export function createResourceGroupsArea({ db, isGranted }: Shared): Area {
  const groups = createResourceGroupService(db)
  return { name: 'resource-groups', bind: (bind) => bindResourceGroupRoutes(bind, groups, isGranted) }
}
