import type { Area } from '../area.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import { publish } from '../notifications/publish.ts'
import type { Shared } from '../shared.ts'
import type { ProvisioningRules } from '../users/provider-rules.ts'
import { createScimAuthenticator } from './authenticate.ts'
import { exportedEvents } from './event-queries.ts'
import { createEventService } from './events.ts'
import { cleanProvisioning } from './queries.ts'
import { bindProvisioningRoutes } from './routes.ts'
import { createWatching } from './scim-ports.ts'
import { createScim } from './scim/index.ts'
import { describeScim } from './scim/openapi.ts'
import { hasActiveToken } from './token-queries.ts'
import { createScimTokenService, scimTokenExpiry } from './tokens.ts'

export interface ProvisioningArea extends Area {
  /** Whether a token of the transaction's tenant can create users. */
  isProvisioning(tx: TenantTransaction): Promise<boolean>
}

/** SCIM with its tokens, provisioning log and deprovisioning limit. */
export function createProvisioningArea(shared: Shared, { rules }: { rules: ProvisioningRules }): ProvisioningArea {
  const { db, log, changes, config, now, authenticate } = shared
  const { publicUrl } = config
  const authenticator = createScimAuthenticator({ db, log, changes, now })
  const { limit, ports, ...watching } = createWatching({
    db,
    log,
    now,
    publicUrl,
    publish: (tx, message) => publish(tx, message, now()),
  })
  const scim = createScim({ db, log, changes, rules, publicUrl, now, ...ports })
  const services = {
    tokens: createScimTokenService({ db, now }),
    events: createEventService({ db, run: scim.run, baseUrlOf: (tenantId) => limit.baseUrlOf(tenantId) }),
    limit,
  }
  return {
    name: 'provisioning',
    isProvisioning: (tx) => hasActiveToken(tx, now()),
    protocols: [describeScim()],
    tokens: { stw_scim_: (token) => authenticator.authenticate(token) },
    exported: { provisioning: (tenantId, filter) => exportedEvents(db, tenantId, filter) },
    expirySources: [scimTokenExpiry],
    schedules: [{ name: 'clean_provisioning', cron: '37 3 * * *', run: () => cleanProvisioning(db, now()) }],
    async bind(bind, http) {
      bindProvisioningRoutes(bind, services)
      await scim.serve(http, authenticate)
    },
    async close() {
      await scim.close()
      await watching.close()
      await authenticator.close()
    },
  }
}
