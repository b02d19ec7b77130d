import { endpoints } from '@steward/contract/endpoints'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Background, createBackground } from './background/worker.ts'
import type { Config } from './config.ts'
import { listenForChanges } from './db/listen.ts'
import { createPartitions } from './db/migrator.ts'
import type { Db } from './db/pool.ts'
import { createKeyAuthenticator } from './api-keys/authenticate.ts'
import { bindApiKeyRoutes } from './api-keys/routes.ts'
import { createApiKeyService } from './api-keys/service.ts'
import { entitlementExpirySources } from './licenses/expiry.ts'
import { exportedData, exportedModels } from './licenses/export.ts'
import { bindEntitlementRoutes } from './licenses/routes.ts'
import { bindFlagRoutes } from './flags/routes.ts'
import { createFlagService } from './flags/service.ts'
import { bindGuidance, guidanceScript } from './help/guidance/service.ts'
import { createHelp } from './help/index.ts'
import { siteBase } from './help/site/serve.ts'
import { bindEsgRoutes } from './esg/routes.ts'
import { bindOpenModelRoutes } from './open-models/routes.ts'
import { bindApiUsageRoutes } from './api-usage/routes.ts'
import { type UsageRecorder, cleanApiUsage, recordApiUsage } from './api-usage/recorder.ts'
import { createFederation, createOidc, federationExpirySources } from './federation/index.ts'
import { createSaml } from './federation/saml/index.ts'
import { createSafeFetch } from './federation/safe-fetch.ts'
import { binder } from './http/binding.ts'
import { measureRequests, serveHealth, serveMetrics } from './http/health.ts'
import { serveReference } from './http/reference.ts'
import { createHttp } from './http/server.ts'
import { serveConsole } from './http/static.ts'
import { admitExternal, planExternal } from './users/external.ts'
import { Guard, reachOfGroups } from './access/guard.ts'
import { describeUser } from './access/permission-inputs.ts'
import {
  activeAdministratorEmails,
  activeAdministrators,
  administratorsAmong,
  createIdentity,
  csvSourceOf,
  type IdentityArea,
} from './access/index.ts'
import { registerLive } from './live/socket.ts'
import { registerDevMail } from './mail/dev-mail.ts'
import { createMailer } from './mail/mailer.ts'
import { addressIn, createMailTransport } from './mail/transport.ts'
import { createMessages, publish } from './notifications/index.ts'
import { recordEvent } from './system-log/record.ts'
import { exceptionsFrom } from './outgoing/address.ts'
import { createProvisioning, createScimAuthenticator, exportedEvents, scimTokenExpiry } from './provisioning/index.ts'
import { createScim } from './provisioning/scim/index.ts'
import { createServiceAuthenticator } from './service-tokens/authenticate.ts'
import { deviceName } from './session/device.ts'
import { bindResourceGroupRoutes } from './resource-groups/routes.ts'
import type { Hasher } from './session/hasher.ts'
import { createCipher } from './session/key-cipher.ts'
import { bindSessionRoutes, giveRefreshCookie } from './session/routes.ts'
import { type SessionService, createSessionService } from './session/service.ts'
import { endLapsedOfTenant, endSessions, endSessionsOfTenant, openSessionsAmong } from './session/sessions.ts'
import { mustHaveProduct } from './resource-groups/products.ts'
import { createTemporaryFiles } from './exports/index.ts'
import { bindTenantInfo, createTenantPolicies } from './tenants/settings/index.ts'
import { alertTask } from './usage/alerts.ts'
import { forgetBatches } from './usage/ingest.ts'
import { bindUsageRoutes } from './usage/routes.ts'

/** The version that the API's description carries. */
const version = '0.1.0'
const consoleDist = fileURLToPath(new URL('../../console/dist', import.meta.url))

export interface App {
  http: FastifyInstance
  background: Background
  session: SessionService
  identity: IdentityArea
  /** What programs ask of the API; written in the background, and at once where somebody waits for it. */
  usage: UsageRecorder
  /** Starts the work that happens outside requests; tests run it by hand instead. */
  startBackground(): Promise<void>
  /** Drains requests, lets running jobs finish, closes what it opened; the database stays with the caller. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  db: Db
  log: Logger
  /** The time; tests bring their own. */
  now?: () => Date
  /** Off in tests, which call faster than people do. */
  rateLimits?: boolean
  /** Off where a benchmark asks what counting costs. */
  countsUsage?: boolean
  /** Another way to hash than the machine suggests, for tests. */
  hasher?: Hasher
}

/** Puts the parts together: the one place where areas meet. */
export async function buildApp({
  config,
  db,
  log,
  now = () => new Date(),
  rateLimits,
  countsUsage = true,
  hasher,
}: AppOptions): Promise<App> {
  const changes = await listenForChanges(db, { onError: (error) => log.warn({ err: error }, 'listening for changes broke') })
  const outboxDir = join(config.dataDir, 'outbox')
  const mailer = createMailer({
    db,
    log,
    transport: createMailTransport({ smtpUrl: config.smtpUrl, from: config.mailFrom, outboxDir }),
  })
  const isTest = config.environment === 'test'
  const sessionDefaults = { maxSeconds: config.sessionMaxSeconds, idleSeconds: config.sessionIdleSeconds }
  const policies = createTenantPolicies(db, changes, sessionDefaults)
  const keys = createKeyAuthenticator({ db, log, changes, now })
  const services = createServiceAuthenticator({ db, log, changes, now })
  const scimTokens = createScimAuthenticator({ db, log, changes, now })
  const session = await createSessionService({
    db,
    log,
    changes,
    mailer,
    hasher,
    describeUser,
    tokenAuthenticators: {
      stw_key_: (token) => keys.authenticate(token),
      stw_scim_: (token) => scimTokens.authenticate(token),
      stw_svc_: (token) => services.authenticate(token),
    },
    policies,
    // Administrators always may, so that a mistaken setting never keeps the operator's invitation from working.
    async mayActivate(tx, { user_id: userId, email }) {
      return (await policies.emailRefusal(tx))(email) === undefined || (await administratorsAmong(tx, [userId])).has(userId)
    },
    settings: {
      publicUrl: config.publicUrl,
      accessTokenSeconds: config.accessTokenSeconds,
      sessionIdleSeconds: config.sessionIdleSeconds,
      sessionMaxSeconds: config.sessionMaxSeconds,
      keyFile: join(config.dataDir, 'signing-key.secret'),
      now,
    },
  })
  const flags = createFlagService({ db, log, changes, remote: config.flagService, keepMs: config.accessTokenSeconds * 1_000 })
  const script = guidanceScript(config)
  const identity = createIdentity({
    db,
    flags,
    sendActivations: (tx, userIds) => session.links.sendActivations(tx, userIds),
    endSessions: (tx, userId, reason) => endSessions(tx, userId, reason, { now }),
    emailRefusal: (tx) => policies.emailRefusal(tx),
    announceGroup: (tx, { messageType, groupId, ...parameters }) => publish(tx, { messageType, parameters, GroupId: groupId }, now()),
    recordEvent,
    keepRejectedUsers: (caller, content, rowCount) =>
      temporaryFiles.keep(caller, { kind: 'rejectedUsers', name: 'users-rejected', content, rowCount }),
    deviceName,
    accessTokenSeconds: config.accessTokenSeconds,
  })
  const { isGranted } = identity
  const isSessionOpen = async (tenantId: string, sessionId: string) => (await openSessionsAmong(db, tenantId, [sessionId])).has(sessionId)
  const messages = await createMessages({
    db,
    log,
    changes,
    mailer,
    isGranted,
    usersGranted: (tenantId, permission, userIds) => identity.usersGranted(tenantId, permission, userIds),
    deviceName,
    expirySources: [...entitlementExpirySources, ...federationExpirySources, scimTokenExpiry],
    settings: {
      publicUrl: config.publicUrl,
      pushSubject:
        config.pushSubject ?? (config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${addressIn(config.mailFrom)}`),
      pushKeyFile: join(config.dataDir, 'push-key.secret'),
      allowLoopbackPush: isTest,
      now,
    },
  })
  const safeFetch = createSafeFetch({ exceptions: exceptionsFrom(config.internalProviders) })
  const federation = createFederation(
    {
      db,
      log,
      cipher: await createCipher(join(config.dataDir, 'signing-key.secret')),
      protocols: [createOidc(safeFetch), createSaml({ fetch: safeFetch })],
      external: session.external,
      people: {
        plan: (tx, person) => planExternal(tx, person, { emailRefusal: (inside) => policies.emailRefusal(inside) }),
        admit: admitExternal,
        mustBeAdministrator: (tx, actor) => new Guard(tx, actor).mustBeAdministrator(),
        mayGiveGroups: async (tx, actor, groupIds) => new Guard(tx, actor).mayGive(await reachOfGroups(tx, groupIds)),
      },
      sendActivations: (tx, userIds) => session.links.sendActivations(tx, userIds),
      endSessions: (tx, which, reason) => endSessionsOfTenant(tx, which, reason, now()),
      recordEvent,
      publish: (tx, message) => publish(tx, message, now()),
      deviceName,
      authenticate: (request) => session.authenticator.authenticate(request),
      isGranted,
      settings: { publicUrl: config.publicUrl, dnsServers: config.dnsServers, now },
    },
    (call, token, expiresAt) => giveRefreshCookie(session, call, token, expiresAt),
  )
  const help = createHelp({
    db,
    mailer,
    keys: session.keys,
    isSessionOpen,
    address: config.feedbackAddress,
    publicUrl: config.publicUrl,
    deviceName,
    now,
  })
  const temporaryFiles = createTemporaryFiles({
    db,
    log,
    keys: session.keys,
    isGranted,
    isSessionOpen,
    sourceOf: (tenantId, input) => {
      if (input.kind === 'provisioning') return exportedEvents(db, tenantId, input.filter)
      if (input.kind === 'data-entitlements') return exportedData(db.kysely, tenantId, input.filter, now())
      if (input.kind === 'model-entitlements') return exportedModels(db.kysely, tenantId, input.filter, now())
      return csvSourceOf(db, tenantId, input)
    },
    announce: (tx, message) => publish(tx, message, now()),
    recordEvent,
    settings: { publicUrl: config.publicUrl, bytesPerTenant: config.temporaryBytesPerTenant, now },
  })
  const provisioning = createProvisioning({
    db,
    log,
    now,
    publicUrl: config.publicUrl,
    administrators: activeAdministrators,
    publish: (tx, message) => publish(tx, message, now()),
  })
  changes.onChange((message) => identity.onChange(message))
  const quotaAlerts = alertTask({ db, publish: (tx, message) => publish(tx, message, now()) })
  const background = createBackground({
    db,
    log,
    tasks: [...mailer.tasks, ...session.tasks, ...messages.tasks, ...help.tasks, ...temporaryFiles.tasks, quotaAlerts],
    schedule: [
      ...session.schedule,
      ...identity.schedule,
      ...federation.schedule,
      ...messages.schedule,
      ...temporaryFiles.schedule,
      ...provisioning.schedule,
      { name: 'clean_api_usage', cron: '29 4 * * *', run: () => cleanApiUsage(db) },
      { name: 'forget_usage_batches', cron: '47 3 * * *', run: () => forgetBatches(db, now()) },
      { name: 'create_partitions', cron: '5 3 * * *', run: async () => void (await createPartitions(db)) },
    ],
  })

  const http = await createHttp({
    log,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    scriptOrigin: script?.origin,
    frameOrigins: originsOf(config.helpUrl),
    callOrigins: originsOf(config.helpApiUrl),
    rateLimits: rateLimits ?? !isTest,
  })
  const registry = config.operationsPort === undefined ? undefined : measureRequests(http)
  const usage = recordApiUsage(http, { db, log, now, counts: countsUsage })
  let draining = false
  http.addHook('preClose', async () => {
    draining = true
  })
  serveHealth(http, async () => {
    if (draining) return false
    await db.pool.query('select 1')
    return true
  })
  const consoles = await registerLive(http, { db, changes, authenticator: session.authenticator, publicUrl: config.publicUrl })
  const announcing = messages.announceTo(consoles)
  const bind = binder(http, {
    operations: endpoints,
    checkResponses: isTest || config.environment === 'development',
    gate: {
      authenticate: (request) => session.authenticator.authenticate(request),
      isGranted,
    },
  })
  bindSessionRoutes(bind, session)
  await federation.bind(http, bind)
  identity.bindRoutes(bind)
  messages.bindRoutes(bind)
  help.bind(http, bind)
  temporaryFiles.bind(http, bind)
  bindFlagRoutes(bind, { db, flags, isGranted })
  bindGuidance(bind, { db, script, rolesOf: async (tx, userId) => (await describeUser(tx, userId)).roles })
  const entitlements = bindEntitlementRoutes(bind, {
    db,
    changes,
    isGranted,
    now,
  })
  bindUsageRoutes(bind, {
    db,
    now,
    isGranted,
    mustHaveProduct: (principal, productCode) => mustHaveProduct(isGranted, principal, productCode),
  })
  bindEsgRoutes(bind, db)
  bindOpenModelRoutes(bind, { db, now })
  bindApiUsageRoutes(bind, { db, now })
  bindApiKeyRoutes(bind, createApiKeyService({ db, now }))
  bindResourceGroupRoutes(bind, { db, isGranted })
  bindTenantInfo(
    bind,
    {
      db,
      policies,
      accessTokenSeconds: config.accessTokenSeconds,
      isGranted,
      administratorEmails: activeAdministratorEmails,
      endLapsedSessions: (tx, times) => endLapsedOfTenant(tx, times, now()),
      now,
    },
    sessionDefaults,
  )
  const scim = createScim({
    db,
    log,
    changes,
    rules: identity.provisioning,
    ...provisioning.ports,
    publicUrl: config.publicUrl,
    now,
  })
  provisioning.bindRoutes(bind, scim.run)
  await scim.serve(http, (request) => session.authenticator.authenticate(request))
  await serveReference(http, version)
  if (config.environment === 'development' && !config.smtpUrl) registerDevMail(http, outboxDir)
  await serveConsole(http, consoleDist, {
    environment: config.environment,
    applications: config.applicationUrls,
    links: config.links,
    hasGuidance: script !== undefined,
    version,
    help: { site: config.helpUrl === undefined ? siteBase : `${config.helpUrl}/`, api: config.helpApiUrl ?? '/help' },
  })
  await http.ready()
  const operations =
    registry && config.operationsPort !== undefined
      ? await serveMetrics(registry, { host: config.host, port: config.operationsPort })
      : undefined

  return {
    http,
    background,
    session,
    identity,
    usage,
    startBackground: () => background.start(),
    async close() {
      await http.close()
      await usage.close()
      announcing.close()
      await operations?.close()
      await temporaryFiles.stop()
      await background.stop()
      await session.close()
      await safeFetch.close()
      flags.close()
      await keys.close()
      await services.close()
      await scimTokens.close()
      scim.close()
      await provisioning.close()
      entitlements.close()
      policies.close()
      await changes.close()
      mailer.close()
    },
  }
}

const originsOf = (address: string | undefined): string[] => (address === undefined ? [] : [new URL(address).origin])
