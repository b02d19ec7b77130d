import type { AccessArea } from '../access/area.ts'
import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { announceGroupAt } from './announcement.ts'
import { exportedGroups } from './queries.ts'
import { bindGroupRoutes } from './routes.ts'
import { createGroupService } from './service.ts'

/** Groups, their members and their roles. */
export function createGroupsArea({ db, now }: Shared, { access }: { access: AccessArea }): Area {
  const groups = createGroupService({ ...access.changing, announceGroup: announceGroupAt(now) })
  return {
    name: 'groups',
    exported: { groups: (tenantId, filter) => exportedGroups(db.kysely, tenantId, filter) },
    bind: (bind) => bindGroupRoutes(bind, groups),
  }
}
