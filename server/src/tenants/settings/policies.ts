import type { z } from 'zod'
import type { AddressRange } from '@steward/contract/rules/addresses'
import {
  type EmailDomains,
  type SecondFactor,
  type SessionPolicy,
  accountCreationSchema,
  emailDomainsSchema,
  logRetentionSchema,
  secondFactorSchema,
  sessionPolicySchema,
  signInAddressesSchema,
} from '@steward/contract/rules/settings-schemas'
import { rangesOf } from '@steward/contract/rules/settings'
import type { ChangeListener } from '../../db/listen.ts'
import type { Db } from '../../db/pool.ts'
import { createTenantCache } from '../../db/tenant-cache.ts'
import { type TenantTransaction, asOwner, withTenant } from '../../db/tenant.ts'
import { readKeyOfAllTenants, readTenantEntries } from './queries.ts'
import { type KeptDays, type LogLimits, keptDaysOf } from './retention-limits.ts'

/** How long sessions last. */
export interface SessionTimes {
  maxSeconds: number
  idleSeconds: number
}

/** The installation's defaults and limits. */
export interface Installation {
  sessions: SessionTimes
  logs: LogLimits
  /** Where the data is kept, as the operator names it. */
  region?: string | undefined
}

/** A tenant's settings that others depend on, with the installation's defaults filled in. */
export interface TenantPolicy extends SessionTimes {
  /** Empty: from everywhere. */
  ranges: readonly AddressRange[]
  emailDomains: EmailDomains
  secondFactor: SecondFactor
  keptDays: KeptDays
  /** First sign-ins create users, also while a SCIM token is active. */
  createsDuringProvisioning: boolean
}

export interface Policies {
  /** A tenant's current policies; cached until a change. */
  of(tenantId: string): Promise<TenantPolicy>
  /** The policies of the transaction's tenant, as the transaction sees them. */
  read(tx: TenantTransaction): Promise<TenantPolicy>
  /** The tenants with session times of their own. */
  ownSessionTimes(): Promise<ReadonlyMap<string, SessionTimes>>
  timesOf(policy: SessionPolicy): SessionTimes
  close(): void
}

/**
 * The policies of tenants, cached by every process until a change event reports changed settings, which arrives within
 * milliseconds of the commit.
 */
export function createPolicies(db: Db, changes: ChangeListener, { sessions: defaults, logs }: Installation): Policies {
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
      secondFactor: stored(secondFactorSchema, entries.get('secondFactor')),
      createsDuringProvisioning: stored(accountCreationSchema, entries.get('accountCreation')).duringProvisioning,
      keptDays: keptDaysOf(stored(logRetentionSchema, entries.get('logRetention')), logs),
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
 * Validates a stored value again. Invalid values are never saved; an invalid value that an operator wrote by hand is an error
 * of the installation, and must not silently mean "no restriction".
 */
function stored<T>(schema: z.ZodType<T>, value: string | undefined): T {
  return schema.parse(value === undefined ? {} : JSON.parse(value))
}
