import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { Db } from '../db/pool.ts'
import type { Actor, TenantTransaction } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { ExternalPerson, ExternalPlan, ExternalRefusal } from '../users/external.ts'
import type { Message } from '../notifications/publish.ts'
import type { SystemEvent } from '../system-log/record.ts'
import type { ExternalSignIn } from '../session/external.ts'
import type { Cipher } from '../session/key-cipher.ts'
import type { SessionSelection } from '../session/sessions.ts'
import type { Protocol } from './protocol.ts'

/** What this area needs from others. */
export interface FederationPorts {
  db: Db
  log: Logger
  /** Seals secrets and what flows remember; the same on every process of the installation. */
  cipher: Cipher
  protocols: readonly Protocol[]
  external: ExternalSignIn
  people: {
    plan(tx: TenantTransaction, person: ExternalPerson): Promise<ExternalPlan | ExternalRefusal>
    admit(tx: TenantTransaction, person: ExternalPerson, plan: ExternalPlan): Promise<string>
    /** @throws administrator_only */
    mustBeAdministrator(tx: TenantTransaction, actor: Actor): Promise<void>
    /** Whether the actor may give what these groups give. @throws administrator_only, grant_exceeds_own */
    mayGiveGroups(tx: TenantTransaction, actor: Actor, groupIds: readonly string[]): Promise<void>
  }
  sendActivations(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  endSessions(tx: TenantTransaction, which: SessionSelection, reason: 'sso_change' | 'provider_sign_out'): Promise<number>
  recordEvent(tx: TenantTransaction, event: SystemEvent): Promise<void>
  /** Tells those who may configure single sign-on. */
  publish(tx: TenantTransaction, message: Message): Promise<void>
  deviceName(userAgent: string): string
  authenticate(request: FastifyRequest): Promise<Principal>
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  settings: {
    /** Without a slash at the end. */
    publicUrl: string
    /** Name servers that are asked for proofs of domains; those of the machine where empty. */
    dnsServers: readonly string[]
    now: () => Date
  }
}
