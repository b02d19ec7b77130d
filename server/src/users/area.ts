import type { Area } from '../area.ts'
import type { ExportsArea } from '../exports/area.ts'
import { announceGroupAt } from '../groups/announcement.ts'
import type { SessionArea } from '../session/area.ts'
import { unlockAccounts } from '../session/unlock.ts'
import { endSessionsOf, revokeSessions } from '../session/sessions.ts'
import type { Shared } from '../shared.ts'
import { cleanUserMoves } from './anchors.ts'
import type { UserContext } from './context.ts'
import { exportedUsers } from './export.ts'
import { type ProvisioningRules, createProvisioningRules } from './provider-rules.ts'
import { bindMatchingRoutes } from './matching/routes.ts'
import { type Restoring, createMatchingService } from './matching/service.ts'
import { bindUserRoutes } from './routes.ts'
import { createUserService } from './service.ts'

export interface UserPorts {
  policies: Pick<UserContext, 'emailRefusal'>
  session: SessionArea
  exports: ExportsArea
  /** Created after this area. */
  restoring: () => Restoring
}

/** Users of a tenant. */
export interface UsersArea extends Area {
  /** For an identity provider that changes users and groups. */
  rules: ProvisioningRules
}

export function createUsersArea({ db, log, now, isGranted }: Shared, { policies, session, exports, restoring }: UserPorts): UsersArea {
  const context: UserContext = {
    db,
    log,
    emailRefusal: (tx) => policies.emailRefusal(tx),
    sendActivations: (tx, userIds, options) => session.service.links.sendActivations(tx, userIds, options),
    sendPasswordLinks: (tx, userIds) => session.service.links.sendPasswordLinks(tx, userIds),
    unlock: unlockAccounts,
    signOutEverywhere: (tx, users, by) => revokeSessions(tx, users, by, { now }),
    endSessions: (tx, userIds, reason) => endSessionsOf(tx, userIds, reason, { now }),
    keepRejectedUsers: (caller, content, rowCount) =>
      exports.keep(caller, { kind: 'rejectedUsers', name: 'users-rejected', content, rowCount }),
  }
  const users = createUserService(context)
  const matching = createMatchingService(context, { db, now, isGranted }, restoring)
  return {
    name: 'users',
    rules: createProvisioningRules({ ...context, announceGroup: announceGroupAt(now) }),
    exported: { users: (tenantId, filter) => exportedUsers(db.kysely, tenantId, filter) },
    tasks: matching.tasks,
    schedules: [
      { name: 'clean_user_moves', cron: '53 * * * *', run: () => cleanUserMoves(db) },
      {
        name: 'clean_user_changes',
        cron: '37 3 * * *',
        run: async () => {
          await matching.clean()
        },
      },
    ],
    bind: (bind) => {
      bindMatchingRoutes(bind, matching)
      bindUserRoutes(bind, users, context)
    },
  }
}
