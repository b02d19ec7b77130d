import { sql } from 'kysely'
import type { ExpirySource } from '../area.ts'

/** What expires in the active setup, for the expiry scan; certificates kept from earlier metadata are ignored. */
export const federationExpirySources: readonly ExpirySource[] = [
  {
    name: 'federation_certificate',
    table: 'federation_certificate',
    messageType: 'ExpiringSingleSignOnEvent',
    rows: (condition) => sql`select tenant_id, fingerprint as entity_id, not_after as ends_at, jsonb_build_object('name', subject) as label
                from federation_certificate where ${condition} and slot = 'active' and is_in_metadata`,
    nameOf: ({ name }) => name ?? '',
  },
  {
    name: 'federation_client_secret',
    table: 'federation_provider',
    messageType: 'ExpiringSingleSignOnEvent',
    rows: (condition) => sql`select tenant_id, 'client_secret' as entity_id, client_secret_expires_at as ends_at,
                     jsonb_build_object('name', provider_name, 'clientId', client_id) as label
                from federation_provider where ${condition} and slot = 'active' and client_secret is not null and client_secret_expires_at is not null`,
    nameOf: ({ name, clientId }) => `${name} (${clientId})`,
  },
  {
    name: 'federation_key',
    table: 'federation_key',
    messageType: 'ExpiringSingleSignOnEvent',
    rows: (
      condition,
    ) => sql`select tenant_id, k.key_id as entity_id, k.not_after as ends_at, jsonb_build_object('name', left(k.fingerprint, 16)) as label
                from federation_key k join federation_config c using (tenant_id) where ${condition} and k.status = 'active' and c.state = 'ACTIVE'`,
    nameOf: ({ name }) => `Steward ${name}`,
  },
]
