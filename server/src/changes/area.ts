import type { Area } from '../area.ts'
import type { FlagService } from '../flags/service.ts'
import type { LogStreamsArea } from '../log-streams/area.ts'
import type { SessionArea } from '../session/area.ts'
import { endSessions } from '../session/sessions.ts'
import type { Shared } from '../shared.ts'
import type { TenantsArea } from '../tenants/area.ts'
import type { UsersArea } from '../users/area.ts'
import { bindChangeRoutes } from './routes.ts'
import { type ChangesService, createChangesService } from './service.ts'

export interface ChangesPorts {
  session: SessionArea
  flags: FlagService
  rules: UsersArea['rules']
  settings: TenantsArea['settings']
  streams: LogStreamsArea['streams']
}

export interface ChangesArea extends Area {
  /** For the operator's command. */
  service: ChangesService
}

/** Changes of the tenant: what each wrote, and taking it back. */
export function createChangesArea({ db, now, isGranted }: Shared, { session, flags, rules, settings, streams }: ChangesPorts): ChangesArea {
  const changes = createChangesService({
    db,
    flags,
    isGranted,
    streams,
    mustBeWelcome: (tx, emails) => rules.mustBeWelcome(tx, emails),
    endSessions: (tx, userId, reason) => endSessions(tx, userId, reason, { now }),
    putSettingBack: (tx, setter, key, stored) => settings.putBack(tx, setter, key, stored),
    sendActivations: (tx, userIds) => session.service.links.sendActivations(tx, userIds),
  })
  return { name: 'changes', service: changes, bind: (bind) => bindChangeRoutes(bind, changes) }
}
