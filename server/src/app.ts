import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type AccessArea, createAccessArea } from './access/area.ts'
import { createApiKeysArea } from './api-keys/area.ts'
import { createApiUsageArea } from './api-usage/area.ts'
import type { UsageRecorder } from './api-usage/recorder.ts'
import { type Area, expirySourcesOf, exportSourceOf, tokensOf } from './area.ts'
import { createAuditLogArea } from './audit-log/area.ts'
import { type Background, createBackground } from './background/worker.ts'
import { createChangesArea } from './changes/area.ts'
import type { ChangesService } from './changes/service.ts'
import type { Config } from './config.ts'
import { createPartitions } from './db/migrator.ts'
import type { Db } from './db/pool.ts'
import { createEsgArea } from './esg/area.ts'
import { createExportsArea } from './exports/area.ts'
import { createFederationArea } from './federation/area.ts'
import { createFlagsArea } from './flags/area.ts'
import { createGroupsArea } from './groups/area.ts'
import { createHelpArea } from './help/area.ts'
import { createHistoryArea } from './history/area.ts'
import { createHomeArea } from './home/area.ts'
import type { Gate } from './http/principal.ts'
import { createJobsArea } from './jobs/area.ts'
import { createLicensesArea } from './licenses/area.ts'
import { createLiveArea } from './live/area.ts'
import { createLogArchiveArea } from './log-archive/area.ts'
import { createLogStreamsArea } from './log-streams/area.ts'
import { createNotificationsArea } from './notifications/area.ts'
import { createOpenModelsArea } from './open-models/area.ts'
import { createProvisioningArea } from './provisioning/area.ts'
import { createReferenceDataArea } from './reference-data/area.ts'
import { createResourceGroupsArea } from './resource-groups/area.ts'
import { createRolesArea } from './roles/area.ts'
import { createSavedViewsArea } from './saved-views/area.ts'
import { serve } from './serve.ts'
import { createServiceTokensArea } from './service-tokens/area.ts'
import { createSessionArea } from './session/area.ts'
import type { Hasher } from './session/hasher.ts'
import type { SessionService } from './session/service.ts'
import { type Shared, openShared } from './shared.ts'
import { createStorageArea, followArchive } from './storage/area.ts'
import { createSystemEventsArea } from './system-events/area.ts'
import { createTenantsArea } from './tenants/area.ts'
import { createUploadsArea } from './uploads/area.ts'
import { createUsageArea } from './usage/area.ts'
import { createUsersArea } from './users/area.ts'

export interface App {
  http: FastifyInstance
  background: Background
  session: SessionService
  access: AccessArea
  changes: ChangesService
  /** API traffic is written in the background; tests write it before they read it. */
  usage: UsageRecorder
  /** Starts the background work; tests run it by hand instead. */
  startBackground(): Promise<void>
  /** `/readyz` says `draining` from now on, while requests are still answered. */
  drain(): void
  /** Drains requests, finishes running jobs and closes what it opened; the database stays with the caller. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  db: Db
  log: Logger
  /** The clock; tests pass their own. */
  now?: () => Date
  /** Off in tests, which send more calls than people do. */
  rateLimits?: boolean
  /** Off in the benchmark of counting. */
  countsUsage?: boolean
  /** Areas of this installation alone, such as the demo. */
  more?: readonly Area[]
  /** Overrides the hash parameters chosen for the machine, for tests. */
  hasher?: Hasher
}

/** Composes the areas: each gets the shared parts and the areas of lower layers that it needs. */
export async function buildApp({ countsUsage = true, hasher, rateLimits, more = [], ...options }: AppOptions): Promise<App> {
  const isGranted: Gate['isGranted'] = (principal, permission) => access.isGranted(principal, permission)
  const authenticate: Gate['authenticate'] = (request) => session.service.authenticator.authenticate(request)
  const requireFresh: Gate['requireFresh'] = (principal, tx) => session.service.confirmations.requireFresh(principal, tx)
  const shared: Shared = { ...(await openShared(options)), isGranted, authenticate, requireFresh }
  const { db, log } = shared

  const flags = createFlagsArea(shared)
  const access = createAccessArea(shared, flags)
  const tenants = createTenantsArea(shared)
  const session = await createSessionArea(shared, { ...tenants, hasher, tokens: () => tokensOf(areas) })
  const live = createLiveArea(shared, { session })
  const notifications = await createNotificationsArea(shared, { access, live, expirySources: () => expirySourcesOf(areas) })
  const exports = createExportsArea(shared, {
    session,
    sourceOf: (tenantId, input, owner) => exportSourceOf(areas, tenantId, input, owner),
  })
  const users = createUsersArea(shared, { ...tenants, session, exports, restoring: () => changes.service })
  const provisioning = createProvisioningArea(shared, users)
  const help = createHelpArea(shared, { session })
  const apiUsage = createApiUsageArea(shared, { isCounting: countsUsage })
  const logStreams = createLogStreamsArea(shared, tenants)
  const changes = createChangesArea(shared, { session, ...tenants, ...flags, ...users, ...logStreams })
  const logArchive = await createLogArchiveArea(shared)
  const auditLog = createAuditLogArea(shared, { ...tenants, logArchive })
  const systemEvents = createSystemEventsArea(shared, { ...tenants, logArchive })
  const archives = { auditLog: auditLog.archive, systemLog: systemEvents.archive }
  // Bound in this order, and closed in reverse.
  const areas: readonly Area[] = [
    live,
    apiUsage,
    flags,
    access,
    tenants,
    session,
    notifications,
    exports,
    createGroupsArea(shared),
    createRolesArea(shared, flags),
    users,
    await createFederationArea(shared, { ...tenants, ...provisioning, session }),
    provisioning,
    createApiKeysArea(shared),
    createServiceTokensArea(shared),
    createLicensesArea(shared),
    createUsageArea(shared, { followUp: followArchive }),
    createStorageArea(shared),
    createJobsArea(shared),
    logArchive,
    auditLog,
    systemEvents,
    logStreams,
    createResourceGroupsArea(shared),
    createReferenceDataArea(shared, { exports }),
    createUploadsArea(shared),
    createEsgArea(shared),
    createOpenModelsArea(shared),
    createSavedViewsArea(shared),
    help,
    createHistoryArea(shared, tenants),
    changes,
    createHomeArea(shared, tenants),
    ...more,
  ]

  shared.changes.onChange((message) => {
    for (const area of areas) area.onChange?.(message)
  })
  const background = createBackground({
    db,
    log,
    concurrency: options.config.backgroundJobs,
    tasks: [...shared.mailer.tasks, ...areas.flatMap(({ tasks = [] }) => tasks)],
    schedule: [
      { name: 'create_partitions', cron: '5 3 * * *', run: async () => void (await createPartitions(db)) },
      { name: 'drop_log_partitions', cron: '25 3 * * *', run: async () => void (await tenants.retention.dropMonths(archives)) },
      ...areas.flatMap(({ schedules = [] }) => schedules),
    ],
  })
  const leaveReplica = db.replica?.follow(shared.changes, (state, err) => {
    if (state === 'ready') log.info('the replica of the database is used')
    else log.warn({ err, state }, 'the replica of the database is not used')
  })
  const served = await serve(shared, areas, { ...help, background, rateLimits })

  return {
    http: served.http,
    background,
    session: session.service,
    access,
    changes: changes.service,
    usage: apiUsage.recorder,
    async startBackground() {
      await background.start()
      for (const area of areas) area.start?.()
    },
    drain: () => served.drain(),
    async close() {
      await served.close()
      for (const area of areas) await area.stop?.()
      await background.stop()
      for (const area of areas.toReversed()) await area.close?.()
      await leaveReplica?.()
      await shared.changes.close()
      shared.mailer.close()
    },
  }
}
