import { type HomePart, partsOf, meets } from '@steward/contract/home/parts'
import type { Home } from '@steward/contract/home/schemas'
import { type PermissionName, permissionNames } from '@steward/contract/rules/permissions'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import { readLatest } from '../history/service.ts'
import type { Gate, Principal } from '../http/principal.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { readQuotaUsage } from '../usage/quota-usage.ts'
import { readLargestGroups } from './access.ts'
import { attentionSources, mostUrgent } from './attention/index.ts'
import { type CountedEvent, daysOf, readDailyCounts } from './daily.ts'
import { peopleOf, readUserCounts } from './people.ts'
import { nearestQuotas } from './quotas.ts'

export interface HomeOptions {
  db: Db
  now(): Date
  isGranted: Gate['isGranted']
  retention: LogRetention
}

/** The most changes of the home page, and how old they can be. */
const shownChanges = 6
const changeDays = 30
const dayMs = 86_400_000

/** What one request reads with. */
interface Reading {
  tx: TenantTransaction
  ctx: TenantContext
  now: Date
  can(name: PermissionName): boolean
}

/** The home page of administrators. Each part takes a fixed number of queries, however large the tenant is. */
export function createHomeService({ db, now, isGranted, retention }: HomeOptions) {
  const readers: { [P in HomePart]: (reading: Reading) => Promise<NonNullable<Home[P]>> } = {
    async attention({ tx, ctx, now: at, can }) {
      const own = attentionSources.filter(({ permissions }) => meets(permissions, can))
      const items = await Promise.all(own.map((source) => source.read(tx, { now: at, actor: ctx.actor })))
      return mostUrgent(items.flat())
    },

    access: ({ tx, now: at }) => readLargestGroups(tx, at),

    async changes({ tx, ctx, now: at }) {
      const { since } = await retention.of(ctx.tenantId, 'auditLog')
      const earliest = new Date(Math.max(since.getTime(), at.getTime() - changeDays * dayMs))
      return { items: await readLatest(tx, earliest, shownChanges) }
    },

    async people({ tx, now: at, can }) {
      const people = peopleOf(await readUserCounts(tx))
      if (!can('Navigation.SystemLog')) return { ...people, signIns: null }
      return { ...people, signIns: daysOf(await readDailyCounts(tx, ['sign_in'], at), 'sign_in', at) }
    },

    async quotas({ tx, now: at }) {
      const { items } = await readQuotaUsage(tx, at)
      return { items: nearestQuotas(items), total: items.length }
    },

    async failures({ tx, now: at, can }) {
      const signIns: CountedEvent[] = can('Navigation.SystemLog') ? ['sign_in_failed'] : []
      const provisioning: CountedEvent[] = can('Admin.ManageScimTokens') ? ['provisioning_failed'] : []
      const rows = await readDailyCounts(tx, [...signIns, ...provisioning], at)
      return {
        signIns: signIns.length > 0 ? daysOf(rows, 'sign_in_failed', at) : null,
        provisioning: provisioning.length > 0 ? daysOf(rows, 'provisioning_failed', at) : null,
      }
    },
  }

  return {
    /** The parts that the principal sees, or those of them that are asked for. */
    async read(principal: Principal, ctx: TenantContext, asked: readonly HomePart[] | undefined): Promise<Home> {
      const granted = new Set<PermissionName>()
      for (const name of permissionNames) if (await isGranted(principal, name)) granted.add(name)
      const can = (name: PermissionName) => granted.has(name)
      const at = now()
      const home: Home = { asOf: at.toISOString() }
      const parts = partsOf(can).filter((part) => asked?.includes(part) ?? true)
      if (parts.length === 0) return home
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const read = parts.map(async (part) => [part, await readers[part]({ tx, ctx, now: at, can })])
          return Object.assign(home, Object.fromEntries(await Promise.all(read)))
        },
        { readOnly: true },
      )
    },
  }
}

export type HomeService = ReturnType<typeof createHomeService>
