import { problem } from '@steward/contract/errors'
import type { countPeopleWithAccess, getAccessMap, listGrants, listPeopleWithAccess } from '@steward/contract/access/endpoints'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { ruleOfQuestion } from '@steward/contract/rules/access-questions'
import type { Rule } from '@steward/contract/rules/expression'
import type { Db } from '../db/pool.ts'
import type { ChangeMessage } from '../db/listen.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { FlagService } from '../flags/service.ts'
import { readGrants } from './grants.ts'
import { asksForFlag, conditionOf, givingRoles, helpfulGroups } from './group-condition.ts'
import { type TenantAccess, enabledGroups, readTenantAccess } from './groups-and-roles.ts'
import { readAccessMap } from './map.ts'
import { countPeople, readPeople } from './people-with-access.ts'
import type { PermissionService } from './service.ts'

/** Counts remembered by this process: those of a large tenant take a moment, and change only with its groups. */
const capacity = 1_000

/** Who has access to something, what groups have access to, and how to grant it. */
export function createPeopleService(db: Db, flags: FlagService, permissions: PermissionService) {
  const counts = new Map<string, Map<string, Promise<number>>>()
  const forget = (tenantId: string) => void counts.delete(tenantId)
  const read = <T>(ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>) => withTenant(db, ctx, work, { readOnly: true })

  return {
    onChange(message: ChangeMessage): void {
      if (message.kind === 'missed' || message.kind === 'changedEverywhere') return counts.clear()
      if (message.tables.some((table) => table === 'group_member' || table === 'user_group' || table === 'app_user'))
        forget(message.tenantId)
    },

    /** @throws access_per_person */
    async list(
      ctx: TenantContext,
      { ask, limit, after }: QueryOf<typeof listPeopleWithAccess>,
    ): Promise<ResponseOf<typeof listPeopleWithAccess>> {
      const rule = decidableRule(flags, ask)
      return read(ctx, async (tx) => {
        const access = await readTenantAccess(tx, 'given')
        const condition = conditionOf(rule, access)
        const helpful = helpfulGroups(condition)
        const page = await readPeople(tx, access, condition, { limit, after, helpful })
        return {
          items: page.rows.map((row) => ({
            userId: row.user_id,
            username: row.username,
            givenName: row.given_name,
            familyName: row.family_name,
            email: row.email,
            status: row.status,
            groupIds: row.group_ids,
          })),
          nextAfter: page.nextAfter,
          isForEveryone: condition.kind === 'constant' && condition.value,
          groups: givingGroups(rule, access, helpful),
        }
      })
    },

    /** @throws access_per_person */
    async count(ctx: TenantContext, { ask }: QueryOf<typeof countPeopleWithAccess>): Promise<ResponseOf<typeof countPeopleWithAccess>> {
      const rule = decidableRule(flags, ask)
      const totalCount = await read(ctx, async (tx) => {
        const access = await readTenantAccess(tx, 'given')
        const condition = conditionOf(rule, access)
        if (condition.kind === 'constant') return countPeople(tx, access, condition)
        return remembered(counts, ctx.tenantId, JSON.stringify(condition), () => countPeople(tx, access, condition))
      })
      return { totalCount }
    },

    map: (ctx: TenantContext): Promise<ResponseOf<typeof getAccessMap>> => read(ctx, readAccessMap),

    /** @throws not_found */
    async grants(
      principal: Principal,
      ctx: TenantContext,
      { userId, ask }: QueryOf<typeof listGrants>,
    ): Promise<ResponseOf<typeof listGrants>> {
      const [joinGroups, changeGroups, service] = await Promise.all([
        permissions.isGranted(principal, 'Admin.EditUsers'),
        permissions.isGranted(principal, 'Admin.EditGroups'),
        flags.fromService(ctx.tenantId, { type: 'user', id: userId }),
      ])
      return read(ctx, (tx) => readGrants(tx, ctx.actor, { userId, rule: knownRule(ask), can: { joinGroups, changeGroups }, service }))
    },
  }
}

export type PeopleService = ReturnType<typeof createPeopleService>

/** The contract accepts only questions that exist. */
function knownRule(ask: string): Rule {
  const rule = ruleOfQuestion(ask)
  if (!rule) throw problem('not_found')
  return rule
}

/** Another flag service answers for one person at a time. */
function decidableRule(flags: FlagService, ask: string): Rule {
  const rule = knownRule(ask)
  if (flags.isElsewhere && asksForFlag(rule)) throw problem('access_per_person')
  return rule
}

function givingGroups(rule: Rule, access: TenantAccess, helpful: ReadonlySet<string>): ResponseOf<typeof listPeopleWithAccess>['groups'] {
  const roles = givingRoles(rule, access, helpful)
  return enabledGroups(access)
    .filter(({ groupId }) => helpful.has(groupId))
    .map(({ groupId, groupName, userCount }) => ({
      groupId,
      groupName,
      userCount,
      roles: (roles.get(groupId) ?? []).map(({ roleId, roleName }) => ({ roleId, roleName })),
    }))
}

/** A count that fails isn't kept, nor one that is being made while its tenant is forgotten. */
function remembered(
  counts: Map<string, Map<string, Promise<number>>>,
  tenantId: string,
  key: string,
  count: () => Promise<number>,
): Promise<number> {
  const own = counts.get(tenantId) ?? new Map<string, Promise<number>>()
  if (counts.size > capacity) counts.clear()
  counts.set(tenantId, own)
  const known = own.get(key)
  if (known) return known
  if (own.size > capacity) own.clear()
  const counted = count()
  own.set(key, counted)
  counted.catch(() => own.delete(key))
  return counted
}
