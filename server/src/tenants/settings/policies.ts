import type { z } from 'zod'
import type { AddressRange } from '@steward/contract/rules/addresses'
import {
  type EmailDomains,
  type SessionPolicy,
  emailDomainsSchema,
  sessionPolicySchema,
  signInAddressesSchema,
} from '@steward/contract/rules/settings-schemas'
import { rangesOf } from '@steward/contract/rules/settings'
import type { ChangeListener } from '../../db/listen.ts'
import type { Db } from '../../db/pool.ts'
import { createTenantCache } from '../../db/tenant-cache.ts'
import { type TenantTransaction, asOwner, withTenant } from '../../db/tenant.ts'
import { readKeyOfAllTenants, readTenantEntries } from './queries.ts'

/** How long sessions last. */
export interface SessionTimes {
  maxSeconds: number
  idleSeconds: number
}

/** What a tenant has settled about signing in and inviting, with the installation's defaults where it has settled nothing. */
export interface TenantPolicy extends SessionTimes {
  /** Empty: everywhere. */
  ranges: readonly AddressRange[]
  emailDomains: EmailDomains
}

export interface Policies {
  /** What holds in a tenant now; without a query while nothing changed. */
  of(tenantId: string): Promise<TenantPolicy>
  /** What holds for the transaction's tenant, as the transaction sees it. */
  read(tx: TenantTransaction): Promise<TenantPolicy>
  /** The tenants with session times of their own. */
  ownSessionTimes(): Promise<ReadonlyMap<string, SessionTimes>>
  timesOf(policy: SessionPolicy): SessionTimes
  close(): void
}

/**
 * The policies of tenants, remembered by every process until a change event says that settings of the tenant changed; every
 * process hears that within milliseconds of the commit.
 */
export function createPolicies(db: Db, changes: ChangeListener, defaults: SessionTimes): Policies {
  const cache = createTenantCache<TenantPolicy>(changes, ['datastore_entry'], () => new Date())

  const timesOf = ({ lifetimeMinutes, inactivityMinutes }: SessionPolicy): SessionTimes => ({
    maxSeconds: lifetimeMinutes === null ? defaults.maxSeconds : lifetimeMinutes * 60,
    idleSeconds: inactivityMinutes === null ? defaults.idleSeconds : inactivityMinutes * 60,
  })

  async function read(tx: TenantTransaction): Promise<TenantPolicy> {
    const entries = await readTenantEntries(tx)
    return {
      ...timesOf(stored(sessionPolicySchema, entries.get('sessionPolicy'))),
      ranges: rangesOf(stored(signInAddressesSchema, entries.get('signInAddresses'))),
      emailDomains: stored(emailDomainsSchema, entries.get('emailDomains')),
    }
  }

  return {
    read,
    timesOf,
    async of(tenantId) {
      const actor = { type: 'system', id: 'system', name: 'Steward' } as const
      const load = () => withTenant(db, { tenantId, requestId: '', actor }, read, { readOnly: true })
      const policy = await cache.get(tenantId, tenantId, load)
      if (!policy) throw new Error('A policy is always loaded')
      return policy
    },
    async ownSessionTimes() {
      const rows = await asOwner(db, 'maintenance', (tx) => readKeyOfAllTenants(tx, 'sessionPolicy'), { readOnly: true })
      return new Map(rows.map((row) => [row.tenant_id, timesOf(stored(sessionPolicySchema, row.value))]))
    },
    close: () => cache.close(),
  }
}

/**
 * A stored value, held against its schema again. Nothing that breaks it is ever saved; a value that an operator wrote by hand
 * and that breaks it is an error of the installation, which must not silently count as "no restriction".
 */
function stored<T>(schema: z.ZodType<T>, value: string | undefined): T {
  return schema.parse(value === undefined ? {} : JSON.parse(value))
}
