import type { Area } from '../area.ts'
import { publish } from '../notifications/publish.ts'
import type { Shared } from '../shared.ts'
import { checkDomains } from './domains/checks.ts'
import { bindDomainRoutes } from './domains/routes.ts'
import { createDomains } from './domains/service.ts'
import type { Installation } from './settings/policies.ts'
import { type LogRetention, createLogRetention } from './settings/retention.ts'
import { bindTenantRoutes } from './settings/routes.ts'
import { type SettingService, createSettingService } from './settings/service.ts'
import { type TenantPolicies, createTenantPolicies } from './settings/tenant-policies.ts'
import { createTenantView } from './tenant-view.ts'

/** The tenant, its settings and its domains. */
export interface TenantsArea extends Area {
  policies: TenantPolicies
  retention: LogRetention
  settings: SettingService
}

export function createTenantsArea({ db, log, changes, config, now, isGranted }: Shared): TenantsArea {
  const { accessTokenSeconds, logRetention: logLimits } = config
  const installation: Installation = {
    sessions: { maxSeconds: config.sessionMaxSeconds, idleSeconds: config.sessionIdleSeconds },
    logs: logLimits,
    region: config.region,
  }
  const policies = createTenantPolicies(db, changes, installation)
  const retention = createLogRetention(db, policies, { limits: logLimits, now })
  const settings = createSettingService({ db, policies, accessTokenSeconds, logLimits, isGranted, now })
  const domainContext = { db, settings: { dnsServers: config.dnsServers, now } }
  const domains = createDomains(domainContext)
  return {
    name: 'tenants',
    policies,
    retention,
    settings,
    schedules: [
      {
        name: 'check_domains',
        cron: '53 3 * * *',
        run: () => checkDomains({ ...domainContext, log, publish: (tx, message) => publish(tx, message, now()) }),
      },
    ],
    bind(bind) {
      bindTenantRoutes(bind, settings, createTenantView(db, installation))
      bindDomainRoutes(bind, domains)
    },
    close: () => policies.close(),
  }
}
