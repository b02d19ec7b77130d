import type { FastifyInstance } from 'fastify'
import type { ScheduledTask } from '../background/jobs.ts'
import type { Bind } from '../http/binding.ts'
import { checkDomains } from './domain-checks.ts'
import { createDomains } from './domains.ts'
import { federationExpirySources } from './expiry.ts'
import { cleanFlows } from './flow-rows.ts'
import { createFlows } from './flows.ts'
import { createLogout } from './logout.ts'
import type { FederationPorts } from './ports.ts'
import { serveProviderRoutes } from './provider-routes.ts'
import { refreshMetadata } from './refresh.ts'
import { type FederationParts, bindFederationRoutes } from './routes.ts'
import { createFederationService } from './service.ts'

export { federationExpirySources }
export { createOidc } from './oidc/index.ts'

/** Single sign-on of tenants through their own identity providers. */
export interface FederationArea {
  schedule: readonly ScheduledTask[]
  /** Binds the calls of the contract, and the addresses that providers call. */
  bind(http: FastifyInstance, bind: Bind): Promise<void>
}

export function createFederation(ports: FederationPorts, settleCookie: FederationParts['settleCookie']): FederationArea {
  const service = createFederationService(ports)
  const flows = createFlows(ports)
  const logout = createLogout(ports, flows)
  const domains = createDomains(ports)
  return {
    schedule: [
      { name: 'clean_federation', cron: '37 * * * *', run: () => cleanFlows(ports.db, ports.settings.now()) },
      { name: 'refresh_federation_metadata', cron: '23 2 * * *', run: () => refreshMetadata(ports, service) },
      { name: 'check_domains', cron: '53 3 * * *', run: () => checkDomains(ports) },
    ],
    async bind(http, bind) {
      bindFederationRoutes(bind, ports, { service, flows, logout, domains, settleCookie })
      await serveProviderRoutes(http, ports, { flows, logout })
    },
  }
}
