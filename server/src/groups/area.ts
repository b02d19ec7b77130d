import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { announceGroupAt } from './announcement.ts'
import { exportedGroups } from './queries.ts'
import { bindGroupRoutes } from './routes.ts'
import { createGroupService } from './service.ts'

/** Groups, their members and their roles. */
export function createGroupsArea({ db, now }: Shared): Area {
  const groups = createGroupService({ db, announceGroup: announceGroupAt(now) })
  return {
    name: 'groups',
    exported: { groups: (tenantId, filter) => exportedGroups(db.kysely, tenantId, filter) },
    bind: (bind) => bindGroupRoutes(bind, groups),
  }
}
