import type { AddressRange } from '@steward/contract/rules/addresses'
import type { SecondFactor } from '@steward/contract/rules/settings-schemas'

/** A tenant's session settings. */
export interface SessionPolicy {
  /** Maximum session length. */
  maxSeconds: number
  /** Idle timeout. */
  idleSeconds: number
  /** Networks that people can sign in and work from; empty allows all. */
  ranges: readonly AddressRange[]
  /** Whom the tenant asks for a second factor. */
  secondFactor: SecondFactor
}

/** Reads session settings of tenants; implemented by the tenants area. */
export interface SessionPolicies {
  /** The current settings of a tenant, cached until they change. */
  of(tenantId: string): Promise<SessionPolicy>
  /** The tenants that override the default session length or idle timeout. */
  ownSessionTimes(): Promise<ReadonlyMap<string, Pick<SessionPolicy, 'maxSeconds' | 'idleSeconds'>>>
}
