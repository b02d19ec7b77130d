import { type TenantContext, type TenantTransaction, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Client } from '../http/client.ts'
import type { Principal } from '../http/principal.ts'
import { logoutContext } from './admission.ts'
import { addressOfLogout } from './departing-forms.ts'
import type { Flows } from './flows.ts'
import type { FederationContext } from './context.ts'
import { type Departure, type Incoming, type Protocol, type ProviderLogout, type ProviderSession, createSteps } from './protocol.ts'
import { findTenant, findTenantByName } from './queries.ts'
import { openText } from './secrets.ts'
import { recordUnasked } from './trace.ts'

/** The response to a call of the logout URL: `over` if it came from a browser that has nowhere else to go. */
export type LogoutAnswered = { kind: 'ended' } | { kind: 'refused' } | { kind: 'over' } | { kind: 'depart'; departure: Departure }

/** The response to a front-channel logout, and the origins whose pages can frame it. */
export type FrontChannelAnswered = { kind: 'ended'; framedBy: string[] } | { kind: 'refused' }

/** Logout on both sides: ends our session when the provider asks, and the provider's when a user signs out here. */
export function createLogout(context: FederationContext, flows: Flows) {
  const { db, cipher, settings } = context

  return {
    /** The logout URL of the provider for the principal's session; undefined if its provider offers none. */
    async begin(principal: Principal, ctx: TenantContext): Promise<string | undefined> {
      const { sessionId } = principal
      if (sessionId === undefined) return undefined
      const found = await withTenant(
        db,
        ctx,
        async (tx) => {
          const row = await findSession(tx, sessionId)
          const tenant = await findTenant(tx)
          const loaded = row && (await flows.load(tx, tenant, 'active'))
          return loaded && row.issuer === loaded.row.issuer ? { row, tenant, loaded } : undefined
        },
        { readOnly: true },
      )
      const sealed = found && openText(cipher, found.row.logout, logoutContext(ctx.tenantId))
      if (!found || sealed === undefined) return undefined
      const session: ProviderSession = JSON.parse(sealed) // sealed at sign-in
      const { protocol, setup } = found.loaded
      const departure = await protocol.logout(setup, found.row.subject, session, flows.toolsOf(ctx))
      return departure && addressOfLogout(context, ctx, found.tenant, departure)
    },

    /** Handles a request to the logout URL, from the provider's server or a browser. */
    async receive(tenantName: string, incoming: Incoming, client: Client): Promise<LogoutAnswered> {
      const tenant = await findTenantByName(db, tenantName)
      const refused: LogoutAnswered = { kind: isFromBrowser(incoming) ? 'over' : 'refused' }
      if (!tenant) return refused
      const ctx = systemContext(tenant.tenant_id, client.requestId)
      const loaded = await withTenant(db, ctx, (tx) => flows.load(tx, tenant, 'active'), { readOnly: true })
      if (!loaded) return refused
      const { protocol, setup, row } = loaded
      const logout: ProviderLogout = await protocol.readLogout(setup, incoming, flows.toolsOf(ctx))
      if (logout.kind === 'refused') {
        const { code, parameters, steps } = logout
        const attempt = { kind: 'sign_out', at: settings.now(), providerName: row.provider_name, protocol: row.protocol, steps } as const
        await withTenant(db, ctx, (tx) => recordUnasked(tx, { ...attempt, refusal: { code, parameters } }, client))
        return refused
      }
      if (logout.kind === 'done') return { kind: 'over' }
      await withTenant(db, ctx, (tx) => endSessionsOf(tx, context, { issuer: row.issuer, protocol }, logout))
      if (logout.answer.kind === 'depart') return { kind: 'depart', departure: logout.answer.departure }
      return { kind: isFromBrowser(incoming) ? 'over' : 'ended' }
    },

    /**
     * Handles a logout that an OpenID provider loads in a frame of its page (Front-Channel Logout 1.0). Browsers send no cookies to
     * frames of other sites, so the session is found by `sid`, which only the provider and the session know.
     */
    async receiveInFrame(tenantName: string, { url }: Incoming, client: Client): Promise<FrontChannelAnswered> {
      const tenant = await findTenantByName(db, tenantName)
      if (!tenant) return { kind: 'refused' }
      const ctx = systemContext(tenant.tenant_id, client.requestId)
      const loaded = await withTenant(db, ctx, (tx) => flows.load(tx, tenant, 'active'), { readOnly: true })
      if (loaded?.protocol.protocol !== 'oidc') return { kind: 'refused' }
      const { row, protocol, setup } = loaded
      const [issuers, ids] = [url.searchParams.getAll('iss'), url.searchParams.getAll('sid')]
      const [issuer = '', sessionId = ''] = [issuers[0], ids[0]]
      const { steps, note } = createSteps(settings.now)
      const isComplete = issuers.length === 1 && ids.length === 1 && sessionId !== ''
      if (!isComplete || issuer !== setup.issuer) {
        const code = isComplete ? 'issuer_wrong' : 'provider_answer_invalid'
        const parameters: Record<string, string> = isComplete ? { expected: setup.issuer, received: issuer.slice(0, 500) } : {}
        note(isComplete ? 'issuer' : 'returned', 'failed', parameters)
        const attempt = { kind: 'sign_out', at: settings.now(), providerName: row.provider_name, protocol: 'oidc', steps } as const
        await withTenant(db, ctx, (tx) => recordUnasked(tx, { ...attempt, refusal: { code, parameters } }, client))
        return { kind: 'refused' }
      }
      await withTenant(db, ctx, (tx) => endSessionsOf(tx, context, { issuer, protocol }, { subject: undefined, sessionIds: [sessionId] }))
      return { kind: 'ended', framedBy: originsOf([setup.issuer, setup.endpoints.signIn, setup.endpoints.logout]) }
    },
  }
}

/** The origins of a provider's pages. */
const originsOf = (addresses: readonly (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address === null ? [] : (URL.parse(address)?.origin ?? [])))),
]

/** SAML messages come through the browser; only OpenID Connect's logout tokens come from the provider's server. */
const isFromBrowser = ({ method, form }: Incoming): boolean =>
  method === 'GET' || form['SAMLRequest'] !== undefined || form['SAMLResponse'] !== undefined

const findSession = (tx: TenantTransaction, sessionId: string) =>
  tx
    .selectFrom('federation_session')
    .select(['issuer', 'subject', 'logout'])
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

/** Ends the sessions that a logout names, or all sessions of its subject if it names none. */
async function endSessionsOf(
  tx: TenantTransaction,
  context: FederationContext,
  { issuer }: { issuer: string; protocol: Protocol },
  { subject, sessionIds }: Pick<Extract<ProviderLogout, { kind: 'end' }>, 'subject' | 'sessionIds'>,
): Promise<void> {
  const rows = await tx
    .selectFrom('federation_session')
    .select('session_id')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('issuer', '=', issuer)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(sessionIds.length > 0, (query) => query.where('provider_session_id', 'in', sessionIds))
    .execute()
  if (rows.length > 0) await context.endSessions(tx, { sessionIds: rows.map((row) => row.session_id) }, 'provider_sign_out')
}
