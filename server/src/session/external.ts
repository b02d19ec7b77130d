import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import type { SignedIn } from '@steward/contract/session/schemas'
import { executePrepared } from '../db/prepared.ts'
import { describeUser } from '../access/permission-inputs.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Client } from '../http/client.ts'
import { type SessionCore, addressRefused, isEnabled, signedInAnswer } from './core.ts'
import { type OpaqueToken, mintToken } from './opaque-token.ts'
import { type AccountRow, addFirstToken, findAccount } from './queries.ts'
import { isAtUnusualHour, recordRisks } from './risk.ts'
import { earlier, laterBy } from './settings.ts'

/** A session opened in a transaction; call `answer` after the commit to get the client's response. */
export interface OpenedSession {
  account: AccountRow
  facts: { apps: string[]; roles: string[] }
  sessionId: string
  token: OpaqueToken
  expiresAt: Date
  tokenExpiresAt: Date
}

/** Signs in users that the tenant's identity provider has authenticated. */
export interface ExternalSignIn {
  /** Whether the tenant allows sign-in from an address. */
  isAllowedFrom(tenantId: string, address: string | undefined): Promise<boolean>
  /**
   * Opens a session in the transaction that found or created the user.
   * @throws login_failed for a disabled user or tenant; address_refused
   */
  open(tx: TenantTransaction, user: { tenantId: string; userId: string; method: 'oidc' | 'saml' }, client: Client): Promise<OpenedSession>
  answer(session: OpenedSession): Promise<SignedIn>
}

export function createExternalSignIn(core: SessionCore): ExternalSignIn {
  const { settings, policies } = core
  const isAllowed = async (tenantId: string, address: string | undefined) => isAllowedFrom(address, (await policies.of(tenantId)).ranges)
  return {
    isAllowedFrom: isAllowed,
    async open(tx, { tenantId, userId, method }, client) {
      const policy = await policies.of(tenantId)
      if (!isAllowedFrom(client.address, policy.ranges)) throw addressRefused(client.address)
      const account = await findAccount(tx, userId)
      if (!account || !isEnabled(account)) throw problem('login_failed')
      const time = settings.now()
      const token = mintToken(tenantId)
      const expiresAt = laterBy(time, policy.maxSeconds * 1000)
      const tokenExpiresAt = earlier(expiresAt, laterBy(time, policy.idleSeconds * 1000))
      const isUnusualHour = await isAtUnusualHour(tx, account)
      const sessionId = await insertSession(tx, { account, method, client, token, time, expiresAt, tokenExpiresAt })
      // The provider knows the browsers of its users, and Steward does not.
      await recordRisks(tx, account, client, { sessionId, isNewBrowser: false, isUnusualHour })
      return { account, facts: await describeUser(tx, userId), sessionId, token, expiresAt, tokenExpiresAt }
    },
    answer: ({ account, facts, sessionId, expiresAt }) => signedInAnswer(core, account, facts, { sessionId, expiresAt }),
  }
}

interface NewSession {
  account: AccountRow
  method: 'oidc' | 'saml'
  client: Client
  token: OpaqueToken
  time: Date
  expiresAt: Date
  tokenExpiresAt: Date
}

/** Bypasses the query builder, like `openSession`: a sign-in is not a change that other screens need to hear about. */
async function insertSession(tx: TenantTransaction, { account, method, client, token, ...session }: NewSession): Promise<string> {
  const { rows } = await executePrepared(
    tx,
    sql<{ session_id: string }>`
    with signed_in as (
      update app_user u set last_sign_in_at = ${session.time}
       where u.tenant_id = ${account.tenant_id} and u.user_id = ${account.user_id} and not u.is_disabled
      returning u.tenant_id, u.user_id
    )
    insert into user_session (tenant_id, user_id, method, address, user_agent, created_at, last_active_at, expires_at, confirmed_at)
    select tenant_id, user_id, ${method}::text, ${client.address ?? null}::inet, ${client.userAgent}::text, ${session.time}::timestamptz,
           ${session.time}::timestamptz, ${session.expiresAt}::timestamptz, ${session.time}::timestamptz
      from signed_in
    returning session_id`,
  )
  const sessionId = rows[0]?.session_id
  if (sessionId === undefined) throw problem('login_failed')
  await addFirstToken(tx, { account, client, token, ...session, sessionId, method })
  return sessionId
}
