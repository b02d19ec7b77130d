import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldFault } from '@steward/contract/errors'
import { administratorsAmong } from '../access/guard.ts'
import type { Area } from '../area.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { TokenAuthenticators } from '../http/principal.ts'
import type { Shared } from '../shared.ts'
import type { Hasher } from './hasher.ts'
import type { OpaqueToken } from './opaque-token.ts'
import { giveRefreshCookie } from './answer.ts'
import { bindSessionRoutes } from './routes.ts'
import { type SessionService, createSessionService } from './service.ts'
import { openSessionsAmong } from './sessions.ts'
import type { SessionPolicies } from './policies.ts'

export interface SessionPorts {
  policies: SessionPolicies & {
    /** For each address, why the transaction's tenant blocks it. */
    emailRefusal(tx: TenantTransaction): Promise<(email: string) => FieldFault | undefined>
  }
  /** Authenticates bearer tokens that are not access tokens. */
  tokens(): TokenAuthenticators
  /** Overrides the default hashing cost, for tests. */
  hasher?: Hasher | undefined
}

/** Sign-in, sessions and passwords. */
export interface SessionArea extends Area {
  service: SessionService
  isOpen(tenantId: string, sessionId: string): Promise<boolean>
  /** Which of these sessions of a tenant are open. */
  openAmong(tenantId: string, sessionIds: string[]): Promise<Set<string>>
  /** Ends the browser's previous session and sets the cookie of the new one. */
  giveCookie(call: { request: FastifyRequest; reply: FastifyReply }, token: OpaqueToken, expiresAt: Date): Promise<void>
}

export async function createSessionArea(shared: Shared, { policies, tokens, hasher }: SessionPorts): Promise<SessionArea> {
  const { db, log, changes, mailer, config, rates, secrets, now } = shared
  const service = await createSessionService({
    db,
    log,
    changes,
    mailer,
    hasher,
    policies,
    rates,
    tokens,
    // Administrators are always allowed, so a wrong setting cannot block the operator's invitation.
    async mayActivate(tx, { user_id: userId, email }) {
      return (await policies.emailRefusal(tx))(email) === undefined || (await administratorsAmong(tx, [userId])).has(userId)
    },
    settings: {
      publicUrl: config.publicUrl,
      accessTokenSeconds: config.accessTokenSeconds,
      sessionIdleSeconds: config.sessionIdleSeconds,
      sessionMaxSeconds: config.sessionMaxSeconds,
      signInFailuresPerAddress: config.signInFailuresPerAddress,
      sealingKey: secrets.sealing,
      now,
    },
  })
  const openAmong = (tenantId: string, sessionIds: string[]) => openSessionsAmong(db, tenantId, sessionIds)
  return {
    name: 'session',
    service,
    openAmong,
    isOpen: async (tenantId, sessionId) => (await openAmong(tenantId, [sessionId])).has(sessionId),
    giveCookie: (call, token, expiresAt) => giveRefreshCookie(service, call, token, expiresAt),
    tasks: service.tasks,
    schedules: service.schedule,
    bind: (bind) => bindSessionRoutes(bind, service),
    close: () => service.close(),
  }
}
