import type { Endpoint } from './http.ts'
import * as apiKeys from './api-keys/endpoints.ts'
import * as apiUsage from './api-usage/endpoints.ts'
import * as entitlements from './licenses/endpoints.ts'
import * as esg from './esg/endpoints.ts'
import * as federatedSignIn from './federation/sign-in.ts'
import * as federation from './federation/endpoints.ts'
import * as flags from './flags/endpoints.ts'
import * as groups from './groups/endpoints.ts'
import * as guidance from './help/guidance.ts'
import * as help from './help/endpoints.ts'
import * as messages from './notifications/endpoints.ts'
import * as openModels from './open-models/endpoints.ts'
import * as permissions from './access/endpoints.ts'
import * as resourceGroups from './resource-groups/endpoints.ts'
import * as roles from './roles/endpoints.ts'
import * as scim from './provisioning/endpoints.ts'
import * as session from './session/endpoints.ts'
import * as tenantDomains from './tenants/domains.ts'
import * as temporaryFiles from './exports/endpoints.ts'
import * as tenantInfo from './tenants/endpoints.ts'
import * as usageMetrics from './usage/endpoints.ts'
import * as users from './users/endpoints.ts'

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
