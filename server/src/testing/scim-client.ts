import { asOwner } from '../db/tenant.ts'
import { mintPlatformToken } from '../secrets/platform-token.ts'
import type { TestApp, TestTenant } from './app.ts'

/** A SCIM client for tests: sends requests and returns the responses. */

export interface ScimReply {
  status: number
  // Tests read responses of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, unknown>
}

export type ScimClient = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimReply>

/** A token of the tenant, stored as the token service stores it. */
export async function mintScimToken(
  { db }: TestApp,
  { tenantId }: TestTenant,
  wanted: { name?: string; isDryRun?: boolean } = {},
): Promise<string> {
  const token = mintPlatformToken('scim', tenantId)
  await asOwner(
    db,
    'operator',
    async (tx) => {
      // Tokens are valid while federated login is active.
      await tx
        .insertInto('federation_config')
        .values({ tenant_id: tenantId, state: 'ACTIVE' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx
        .insertInto('scim_token')
        .values({
          tenant_id: tenantId,
          token_name: wanted.name ?? token.text.slice(9, 20),
          token_prefix: token.prefix,
          token_digest: token.digest,
          is_dry_run: wanted.isDryRun ?? false,
          created_by_name: 'tests',
        })
        .execute()
    },
    { tenantId },
  )
  return token.text
}

/** @param base `/scim/v2`, or that of a tenant */
export function scimClient({ app }: TestApp, token: string | undefined, base = '/scim/v2'): ScimClient {
  return async (method, path, body, headers = {}) => {
    const answer = await app.http.inject({
      method,
      url: base + path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers }
  }
}
