import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { SecondFactor } from '@steward/contract/rules/settings-schemas'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { Db } from '../db/pool.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { Message } from '../notifications/publish.ts'
import type { FetchSafely } from '../outgoing/safe-fetch.ts'
import type { ExternalSignIn } from '../session/external.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { SessionSelection } from '../session/sessions.ts'
import type { ExternalRules } from '../users/external.ts'
import type { Protocol } from './protocol.ts'

/** Dependencies shared by the parts of this area. */
export interface FederationContext extends ExternalRules {
  db: Db
  log: Logger
  /** Encrypts secrets and flow state; the same in every process of the installation. */
  cipher: Cipher
  protocols: readonly Protocol[]
  /** Calls providers of a tenant: public ones, and internal ones that the operator allows for it. */
  fetchFor(tenantId: string): FetchSafely
  external: ExternalSignIn
  /** Mails people who signed in through the provider a link to set a password. */
  returnToPasswords(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  endSessions(tx: TenantTransaction, which: SessionSelection, reason: 'sso_change' | 'provider_sign_out'): Promise<number>
  /** Notifies people who can configure single sign-on. */
  publish(tx: TenantTransaction, message: Message): Promise<void>
  authenticate(request: FastifyRequest): Promise<Principal>
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /** What the tenant requires of the provider's second factor. */
  factorRule(tx: TenantTransaction): Promise<Pick<SecondFactor, 'requiresProviderFactor' | 'providerContexts'>>
  settings: {
    /** Without a trailing slash. */
    publicUrl: string
    now: () => Date
  }
}
