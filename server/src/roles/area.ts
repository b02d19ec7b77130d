import type { AccessArea } from '../access/area.ts'
import type { Area } from '../area.ts'
import type { FlagService } from '../flags/service.ts'
import type { Shared } from '../shared.ts'
import { exportedRoles } from './queries.ts'
import { bindRoleRoutes } from './routes.ts'
import { createRoleService } from './service.ts'

/** Roles and their actions. */
export function createRolesArea({ db }: Shared, { access, flags }: { access: AccessArea; flags: FlagService }): Area {
  const roles = createRoleService({ ...access.changing, flags })
  return {
    name: 'roles',
    exported: { roles: (tenantId, filter) => exportedRoles(db.kysely, tenantId, filter) },
    bind: (bind) => bindRoleRoutes(bind, roles),
  }
}
