import type { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { Session, profileSchema } from '@steward/contract/session/schemas'
import { describeUser } from '../access/permission-inputs.ts'
import { type TenantTransaction, tenantIdOf, withTenant } from '../db/tenant.ts'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import { recordEvent } from '../system-log/record.ts'
import type { AccessClaims } from './access-token.ts'
import type { Client } from '../http/client.ts'
import { type SessionCore, sessionUser } from './core.ts'
import { findAccount } from './queries.ts'
import { endSessions, listSessions } from './sessions.ts'

type Profile = z.output<typeof profileSchema>

/** The signed-in user's profile and sessions, and other users' sessions for administrators. */
export interface OwnSessions {
  profile(principal: Principal): Promise<Profile>
  groups(principal: Principal): Promise<{ groupId: string; groupName: string; status: 'Enabled' | 'Disabled' }[]>
  /** @throws not_found if an administrator asks for a user who does not exist */
  list(principal: Principal, userId: string): Promise<Session[]>
  /** Ends one session of a user, or all. Returns how many. @throws not_found */
  revoke(principal: Principal, target: { userId: string; sessionId?: string }, client: Client): Promise<number>
  /** Ends the session of an access token. */
  signOut(claims: AccessClaims, client: Client): Promise<void>
}

export function createOwnSessions(core: SessionCore): OwnSessions {
  const { db, settings, policies } = core
  const readOnly = { readOnly: true }

  return {
    async profile(principal) {
      return withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          const [account, facts] = await Promise.all([findAccount(tx, userIdOf(principal)), describeUser(tx, userIdOf(principal))])
          if (!account) throw problem('not_found')
          return {
            ...sessionUser(account, facts),
            status: account.status,
            lastSignInTime: account.last_sign_in_at?.toISOString() ?? null,
            passwordChangedTime: account.password_changed_at?.toISOString() ?? null,
          }
        },
        readOnly,
      )
    },

    async groups(principal) {
      const rows = await withTenant(
        db,
        contextOf(principal, ''),
        (tx) =>
          tx
            .selectFrom('group_member as m')
            .innerJoin('user_group as g', (join) => join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.group_id', '=', 'm.group_id'))
            .select(['g.group_id', 'g.group_name', 'g.status'])
            .where('m.tenant_id', '=', principal.tenantId)
            .where('m.user_id', '=', userIdOf(principal))
            .orderBy('g.group_name_key')
            .execute(),
        readOnly,
      )
      return rows.map((row) => ({ groupId: row.group_id, groupName: row.group_name, status: row.status }))
    },

    async list(principal, userId) {
      const policy = await policies.of(principal.tenantId)
      return withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          if (userId !== principal.id) await usernameOf(tx, userId)
          return listSessions(tx, userId, principal.sessionId, policy, settings.now())
        },
        readOnly,
      )
    },

    async revoke(principal, { userId, sessionId }, client) {
      return withTenant(
        db,
        contextOf(principal, client.requestId),
        async (tx) => {
          const username = await usernameOf(tx, userId)
          const reason = userId === principal.id ? 'revoked' : 'revoked_by_administrator'
          const ended = await endSessions(tx, userId, reason, { sessionId, now: settings.now })
          if (sessionId !== undefined && ended.length === 0) throw problem('not_found')
          for (const id of ended) {
            const details = { sessionId: id, reason, by: principal.name }
            const { address, userAgent } = client
            await recordEvent(tx, { kind: 'session_revoked', outcome: 'success', userId, username, address, userAgent, details })
          }
          return ended.length
        },
        { fromReserve: true },
      )
    },

    async signOut({ tenantId, userId, username, sessionId }, client) {
      const actor = { type: 'user', id: userId, name: username } as const
      await withTenant(
        db,
        { tenantId, requestId: client.requestId, actor },
        async (tx) => {
          const ended = await endSessions(tx, userId, 'sign_out', { sessionId, now: settings.now })
          if (ended.length === 0) return
          const { address, userAgent } = client
          await recordEvent(tx, { kind: 'sign_out', outcome: 'success', userId, username, address, userAgent, details: { sessionId } })
        },
        { fromReserve: true },
      )
    },
  }
}

/** API keys and other programs have no profile or sessions. */
function userIdOf(principal: Principal): string {
  if (principal.type !== 'user') throw problem('person_needed')
  return principal.id
}

async function usernameOf(tx: TenantTransaction, userId: string): Promise<string> {
  const row = await tx
    .selectFrom('app_user')
    .select('username')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw problem('not_found')
  return row.username
}
