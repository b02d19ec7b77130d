import { problem } from '@steward/contract/errors'
import type { DeprovisioningLimitDecision } from '@steward/contract/provisioning/constants'
import type { DeprovisioningLimitSettings, Provisioning } from '@steward/contract/provisioning/schemas'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import { activeAdministrators } from '../access/guard.ts'
import { sendMail } from '../mail/mailer.ts'
import type { Message } from '../notifications/publish.ts'
import { originOf, recordEvent } from '../system-log/record.ts'
import { findTenant } from './queries.ts'
import type { ScimCaller } from './scim/types.ts'
import { decide, readLimit, saveSettings, stop } from './deprovisioning-limit.ts'
import type { Caller } from '../http/caller.ts'

export interface LimitOptions {
  db: Db
  now: () => Date
  /** Without a trailing slash. */
  publicUrl: string
  publish(tx: TenantTransaction, message: Message): Promise<void>
}

export interface VersionedProvisioning {
  provisioning: Provisioning
  version: number
}

/** The SCIM base URL for providers, and the deprovisioning limit for administrators. */
export function createLimitService({ db, now, publicUrl, publish }: LimitOptions) {
  async function tenantOf(tx: TenantTransaction) {
    const row = await findTenant(tx)
    if (!row) throw problem('not_found')
    return { tenantId: row.tenant_id, tenantName: row.tenant_name, displayName: row.display_name || row.tenant_name }
  }

  const baseUrl = (tenantName: string) => `${publicUrl}/scim/v2/${encodeURIComponent(tenantName)}`

  async function read(tx: TenantTransaction): Promise<VersionedProvisioning> {
    const { tenantName } = await tenantOf(tx)
    const { deprovisioningLimit, version } = await readLimit(tx, now())
    return { provisioning: { baseUrl: baseUrl(tenantName), deprovisioningLimit }, version }
  }

  async function announce(tx: TenantTransaction, limit: number): Promise<void> {
    const tenant = await tenantOf(tx)
    await publish(tx, { messageType: 'ProvisioningStopped', parameters: { limit } })
    for (const { userId, username, email, givenName, familyName } of await activeAdministrators(tx)) {
      await sendMail(tx, {
        template: 'provisioning_stopped',
        to: { userId, username, givenName, familyName, address: email },
        parameters: { limit, link: `${publicUrl}/home/company/scim-management` },
        tenant,
      })
    }
  }

  return {
    get: (ctx: TenantContext): Promise<VersionedProvisioning> => withTenant(db, ctx, read, { readOnly: true }),

    /** The base URL of a tenant's resources. */
    baseUrlOf: (tenantId: string): Promise<string> =>
      withTenant(db, systemContext(tenantId), async (tx) => baseUrl((await tenantOf(tx)).tenantName), { readOnly: true }),

    /** @throws version_conflict */
    settle: (caller: Caller, settings: DeprovisioningLimitSettings, ifMatch: number | undefined): Promise<VersionedProvisioning> =>
      withTenant(db, caller, async (tx) => {
        await saveSettings(tx, settings, ifMatch)
        return read(tx)
      }),

    /** @throws version_conflict, limit_decision_void */
    decide: (caller: Caller, decision: DeprovisioningLimitDecision, ifMatch: number | undefined): Promise<VersionedProvisioning> =>
      withTenant(db, caller, async (tx) => {
        await decide(tx, decision, { by: caller.actor.name, now: now(), ifMatch })
        await recordEvent(tx, { kind: 'deprovisioning_limit_decided', outcome: 'success', ...originOf(caller), details: { decision } })
        return read(tx)
      }),

    /** Stops removals, and notifies administrators the first time. */
    stop: (caller: ScimCaller, at: Date): Promise<void> =>
      withTenant(db, systemContext(caller.tenantId, caller.requestId), async (tx) => {
        const stopped = await stop(tx, at)
        if (!stopped) return
        await recordEvent(tx, {
          kind: 'provisioning_stopped',
          outcome: 'failure',
          username: caller.actor.name,
          address: caller.address,
          userAgent: caller.userAgent,
          details: { limit: stopped.limit },
        })
        await announce(tx, stopped.limit)
      }),
  }
}

export type LimitService = ReturnType<typeof createLimitService>
