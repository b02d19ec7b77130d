import type { AddressRange } from '@steward/contract/rules/addresses'

/** What a tenant decides about its sessions. */
export interface SessionPolicy {
  /** Older than this, a session has ended. */
  maxSeconds: number
  /** Inactive for longer than this, a session has ended. */
  idleSeconds: number
  /** From where people may sign in and work; empty for everywhere. */
  ranges: readonly AddressRange[]
}

/** The tenants' decisions; the tenants area answers them. */
export interface SessionPolicies {
  /** What holds in a tenant now; without a query while nothing changed. */
  of(tenantId: string): Promise<SessionPolicy>
  /** The tenants whose sessions last otherwise than the installation's. */
  ownSessionTimes(): Promise<ReadonlyMap<string, Pick<SessionPolicy, 'maxSeconds' | 'idleSeconds'>>>
}
