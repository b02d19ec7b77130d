import type { Area } from '../area.ts'
import type { FlagService } from '../flags/service.ts'
import type { Shared } from '../shared.ts'
import { exportedRoles } from './queries.ts'
import { bindRoleRoutes } from './routes.ts'
import { createRoleService } from './service.ts'

/** Roles and their actions. */
export function createRolesArea({ db }: Shared, { flags }: { flags: FlagService }): Area {
  const roles = createRoleService({ db, flags })
  return {
    name: 'roles',
    exported: { roles: (tenantId, filter) => exportedRoles(db.kysely, tenantId, filter) },
    bind: (bind) => bindRoleRoutes(bind, roles),
  }
}
