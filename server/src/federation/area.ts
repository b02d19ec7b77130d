import type { SecondFactor } from '@steward/contract/rules/settings-schemas'
import type { Area } from '../area.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import { publish } from '../notifications/publish.ts'
import type { SessionArea } from '../session/area.ts'
import { createCipher } from '../secrets/cipher.ts'
import { endSessionsOfTenant } from '../session/sessions.ts'
import type { Shared } from '../shared.ts'
import type { FederationContext } from './context.ts'
import { federationExpirySources } from './expiry.ts'
import { cleanFlows } from './flow-rows.ts'
import { createFlows } from './flows.ts'
import { createLogout } from './logout.ts'
import { createOidc } from './oidc/index.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { serveProviderRoutes } from './provider-routes.ts'
import { createRelyingPartyDocuments } from './relying-party-documents.ts'
import { refreshMetadata } from './refresh.ts'
import { bindFederationRoutes } from './routes.ts'
import { createSaml } from './saml/index.ts'
import { createFederationService } from './service.ts'
import { createFederationTests } from './tests.ts'

export interface FederationPorts {
  policies: Pick<FederationContext, 'emailRefusal'> & {
    read(tx: TenantTransaction): Promise<{ createsDuringProvisioning: boolean; secondFactor: SecondFactor }>
  }
  /** Whether SCIM creates the users of the transaction's tenant. */
  isProvisioning(tx: TenantTransaction): Promise<boolean>
  session: SessionArea
}

/** Single sign-on of tenants with their own identity providers. */
export async function createFederationArea(shared: Shared, { policies, session, isProvisioning }: FederationPorts): Promise<Area> {
  const { db, log, config, secrets, now, isGranted, authenticate } = shared
  const fetch = createProviderFetch(db, config.internalProviders)
  const context: FederationContext = {
    db,
    log,
    isGranted,
    authenticate,
    emailRefusal: (tx) => policies.emailRefusal(tx),
    createsUsers: async (tx) => !(await isProvisioning(tx)) || (await policies.read(tx)).createsDuringProvisioning,
    factorRule: async (tx) => (await policies.read(tx)).secondFactor,
    cipher: createCipher(secrets.sealing),
    protocols: [createOidc(), createSaml()],
    fetchFor: (tenantId) => fetch.of(tenantId),
    external: session.service.external,
    returnToPasswords: (tx, userIds) => session.service.links.sendActivations(tx, userIds, { because: 'sso_disabled' }),
    endSessions: (tx, which, reason) => endSessionsOfTenant(tx, which, reason, now()),
    publish: (tx, message) => publish(tx, message, now()),
    settings: { publicUrl: config.publicUrl, now },
  }
  const service = createFederationService(context)
  const flows = createFlows(context, { rereadMetadata: (ctx) => service.refresh(ctx) })
  const logout = createLogout(context, flows)
  const tests = createFederationTests(context, flows)
  return {
    name: 'federation',
    expirySources: federationExpirySources,
    schedules: [
      { name: 'clean_federation', cron: '37 * * * *', run: () => cleanFlows(db, now()) },
      { name: 'refresh_federation_metadata', cron: '23 2 * * *', run: () => refreshMetadata(context, service) },
    ],
    async bind(bind, http) {
      bindFederationRoutes(bind, context, { service, flows, logout, tests, giveCookie: session.giveCookie })
      await serveProviderRoutes(http, context, { flows, logout, documents: createRelyingPartyDocuments(context, flows) })
    },
    close: () => fetch.close(),
  }
}
