import { problem } from '@steward/contract/errors'
import { type Permissions, getPermissions } from '@steward/contract/permissions'
import { type PermissionName, evaluateAll, isGranted, permissionNames } from '@steward/contract/rules/permissions'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { Db } from '../db/pool.ts'
import type { Bind } from '../http/binding.ts'
import type { Principal } from '../http/principal.ts'
import { callerOf } from './caller.ts'
import { type Subject, gatherFacts } from './facts.ts'
import { PermissionCache } from './permission-cache.ts'

/** Answers for a principal of the tenant; only users and keys have permissions. */
export interface PermissionService {
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  readonly cache: PermissionCache
}

const subjectOf = ({ type, id }: Principal): Subject | undefined => (type === 'user' || type === 'key' ? { type, id } : undefined)

/** Permissions of principals, remembered for at most `lifetimeMs`. */
export function createPermissionService(db: Db, options: { lifetimeMs: number }): PermissionService {
  const cache = new PermissionCache(async (tenantId, subject) => {
    const ctx: TenantContext = { tenantId, requestId: '', actor: { type: 'system', id: 'system', name: 'Steward' } }
    const facts = await withTenant(db, ctx, (tx) => gatherFacts(tx, subject), { readOnly: true })
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

/** Binds the answer to "what may I, or this user, do, and why". */
export function bindPermissionRoutes(bind: Bind, db: Db, permissions: PermissionService): void {
  bind(getPermissions, async (call) => {
    const { principal, query } = call
    const isOther = query.username !== undefined && query.username.toLowerCase() !== principal.name.toLowerCase()
    if (isOther && !(await permissions.isGranted(principal, 'Admin.ViewUsers'))) {
      throw problem('forbidden', { permission: 'Admin.ViewUsers' })
    }
    return withTenant(
      db,
      callerOf(call),
      (tx) => (query.username === undefined ? ownPermissions(tx, principal) : permissionsOf(tx, query.username)),
      { readOnly: true },
    )
  })
}

async function ownPermissions(tx: TenantTransaction, principal: Principal): Promise<Permissions> {
  const subject = subjectOf(principal)
  const facts = subject && (await gatherFacts(tx, subject))
  if (!facts) throw problem('not_found')
  return { username: principal.name, permissions: evaluateAll(facts), facts }
}

async function permissionsOf(tx: TenantTransaction, username: string): Promise<Permissions> {
  const user = await tx
    .selectFrom('app_user')
    .select(['user_id', 'username'])
    .where('username_key', '=', (eb) => eb.fn<string>('lower', [eb.val(username)]))
    .executeTakeFirst()
  const facts = user && (await gatherFacts(tx, { type: 'user', id: user.user_id }))
  if (!user || !facts) throw problem('not_found')
  return { username: user.username, permissions: evaluateAll(facts), facts }
}
