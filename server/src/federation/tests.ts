import { problem } from '@steward/contract/errors'
import type { FederationAttempt } from '@steward/contract/federation/schemas'
import { type TenantContext, withTenant } from '../db/tenant.ts'
import type { Client } from '../http/client.ts'
import type { Principal } from '../http/principal.ts'
import type { FederationContext } from './context.ts'
import type { Flows } from './flows.ts'
import { findTenant } from './queries.ts'
import { listAttempts } from './trace.ts'

/** Tests of a draft, and the log of sign-in attempts. */
export function createFederationTests({ db, isGranted }: FederationContext, flows: Flows) {
  const nameOf = (ctx: TenantContext) => withTenant(db, ctx, async (tx) => (await findTenant(tx)).tenant_name, { readOnly: true })

  return {
    /** Starts a test in the caller's browser. */
    async start(ctx: TenantContext, browser: string | undefined, client: Client) {
      const wanted = { isTest: true, startedBy: ctx.actor.name, loginHint: undefined, browser }
      return flows.begin(await nameOf(ctx), wanted, client)
    },

    attempts: (ctx: TenantContext): Promise<FederationAttempt[]> => withTenant(db, ctx, listAttempts, { readOnly: true }),

    /** A draft can be tested by users who can configure it, in their own tenant. @throws forbidden, federation_inactive */
    async mustBeTester(principal: Principal, ctx: TenantContext, tenantName: string): Promise<void> {
      const permission = 'Admin.ConfigureSSO'
      if (!(await isGranted(principal, permission))) throw problem('forbidden', { permission })
      if ((await nameOf(ctx)) !== tenantName.trim().toLowerCase()) throw problem('federation_inactive')
    },
  }
}

export type FederationTests = ReturnType<typeof createFederationTests>
