import { problem } from '@steward/contract/errors'
import type { getPermissions } from '@steward/contract/access/endpoints'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { type PermissionName, evaluateAll, isGranted, permissionNames } from '@steward/contract/rules/permissions'
import { type TenantContext, type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import type { Db } from '../db/pool.ts'
import type { Principal } from '../http/principal.ts'
import type { FlagService } from '../flags/service.ts'
import { type Subject, gatherPermissionInputs } from './permission-inputs.ts'
import { type ReadAsOf, readAsOf } from './as-of.ts'
import { PermissionCache } from './permission-cache.ts'
import { findUserByName } from './queries.ts'

/** Resolves permissions of a principal of the tenant; only users and keys have any. */
export interface PermissionService {
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  readonly cache: PermissionCache
}

const subjectOf = ({ type, id }: Principal): Subject | undefined => (type === 'user' || type === 'key' ? { type, id } : undefined)

/** Permissions of principals, cached for at most `lifetimeMs`. */
export function createPermissionService(db: Db, flags: FlagService, options: { lifetimeMs: number }): PermissionService {
  const cache = new PermissionCache(async (tenantId, subject) => {
    const service = await flags.fromService(tenantId, subject)
    const facts = await withTenant(db, systemContext(tenantId), (tx) => gatherPermissionInputs(tx, subject, service), { readOnly: true })
    return facts && new Set(permissionNames.filter((name) => isGranted(name, facts)))
  }, options)
  return {
    cache,
    async isGranted(principal, permission) {
      const subject = subjectOf(principal)
      return subject !== undefined && cache.isGranted(principal.tenantId, subject, permission)
    },
  }
}

/** Returns the permissions of a principal, or of a user of its tenant, and their reasons. */
export function createAccessService(db: Db, flags: FlagService, permissions: PermissionService) {
  return {
    /** @throws forbidden, not_found, as_of_future, as_of_too_old */
    async explain(
      principal: Principal,
      ctx: TenantContext,
      { username, asOf }: QueryOf<typeof getPermissions>,
    ): Promise<ResponseOf<typeof getPermissions>> {
      const isOther = username !== undefined && username.toLowerCase() !== principal.name.toLowerCase()
      if (isOther && !(await permissions.isGranted(principal, 'Admin.ViewUsers'))) {
        throw problem('forbidden', { permission: 'Admin.ViewUsers' })
      }
      const read = <T>(work: ReadAsOf<T>) => readAsOf(db, ctx, asOf, work)
      const asked = username === undefined ? askedOf(principal) : await read((tx, until) => userCalled(tx, username, until))
      // Another flag service is called before the transaction opens.
      const service = await flags.fromService(principal.tenantId, asked.subject)
      const facts = await read((tx) => gatherPermissionInputs(tx, asked.subject, service, asOf))
      if (!facts) throw problem('not_found')
      return { username: asked.username, permissions: evaluateAll(facts), facts }
    },
  }
}

export type AccessService = ReturnType<typeof createAccessService>

interface Asked {
  username: string
  subject: Subject
}

/** @throws not_found for a principal without permissions */
function askedOf(principal: Principal): Asked {
  const subject = subjectOf(principal)
  if (!subject) throw problem('not_found')
  return { username: principal.name, subject }
}

/** @throws not_found */
async function userCalled(tx: TenantTransaction, username: string, until: string | undefined): Promise<Asked> {
  const user = await findUserByName(tx, username, until)
  if (!user) throw problem('not_found')
  return { username: user.username, subject: { type: 'user', id: user.user_id } }
}
