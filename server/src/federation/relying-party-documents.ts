import { problem } from '@steward/contract/errors'
import { systemContext, withTenant } from '../db/tenant.ts'
import type { FederationContext } from './context.ts'
import type { Flows } from './flows.ts'
import { ensureKeys, jwksOf } from './keys.ts'
import { findTenantByName } from './queries.ts'
import { relyingPartyOf } from './setup.ts'

/** What we publish about a tenant as a relying party. Providers are often given it before we have theirs. */
export function createRelyingPartyDocuments({ db, cipher, protocols, settings }: FederationContext, flows: Flows) {
  async function read(tenantName: string, requestId: string) {
    const tenant = await findTenantByName(db, tenantName)
    if (!tenant) throw problem('not_found')
    const ctx = systemContext(tenant.tenant_id, requestId)
    const keys = await withTenant(db, ctx, (tx) => ensureKeys(tx, cipher, tenant.tenant_name, settings.now()))
    return { tenant, ctx, keys }
  }

  return {
    /** The public keys (RFC 7517). @throws not_found */
    async jwks(tenantName: string, requestId: string) {
      return jwksOf((await read(tenantName, requestId)).keys)
    },

    /** The relying party metadata as XML, for the protocol that defines it. @throws not_found */
    async metadata(tenantName: string, requestId: string): Promise<string> {
      const { tenant, ctx, keys } = await read(tenantName, requestId)
      const describing = protocols.find((protocol) => protocol.relyingPartyMetadata !== undefined)
      const party = relyingPartyOf(settings.publicUrl, tenant, keys, cipher, describing?.protocol ?? 'saml')
      // Without the draft, because strangers must not learn that it exists.
      const active = await withTenant(db, ctx, (tx) => flows.load(tx, tenant, 'active'))
      const text = describing?.relyingPartyMetadata?.(party, active?.protocol === describing ? active?.setup : undefined)
      if (text === undefined) throw problem('not_found')
      return text
    },
  }
}

export type RelyingPartyDocuments = ReturnType<typeof createRelyingPartyDocuments>
