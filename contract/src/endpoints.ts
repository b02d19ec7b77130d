import type { Endpoint } from './http.ts'
import * as apiKeys from './api-keys.ts'
import * as apiUsage from './api-usage.ts'
import * as entitlements from './entitlements.ts'
import * as esg from './esg.ts'
import * as federatedSignIn from './federated-sign-in.ts'
import * as federation from './federation.ts'
import * as flags from './flags.ts'
import * as groups from './groups.ts'
import * as guidance from './guidance.ts'
import * as help from './help.ts'
import * as messages from './messages.ts'
import * as openModels from './open-models.ts'
import * as permissions from './permissions.ts'
import * as resourceGroups from './resource-groups.ts'
import * as roles from './roles.ts'
import * as scim from './scim.ts'
import * as session from './session.ts'
import * as tenantDomains from './tenant-domains.ts'
import * as temporaryFiles from './temporary-files.ts'
import * as tenantInfo from './tenant-info.ts'
import * as usageMetrics from './usage-metrics.ts'
import * as users from './users.ts'

const areas = {
  ...session,
  ...permissions,
  ...users,
  ...groups,
  ...roles,
  ...apiKeys,
  ...entitlements,
  ...esg,
  ...openModels,
  ...apiUsage,
  ...usageMetrics,
  ...resourceGroups,
  ...temporaryFiles,
  ...tenantInfo,
  ...flags,
  ...guidance,
  ...help,
  ...messages,
  ...federation,
  ...federatedSignIn,
  ...tenantDomains,
  ...scim,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'id' in value

/** Every endpoint of the contract, by id. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.values<unknown>(areas)
    .filter(isEndpoint)
    .map((declared) => [declared.id, declared]),
)
