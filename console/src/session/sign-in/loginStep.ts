import type { Refused } from './federated.ts'
import { readSignInMethods, type SignInMethods } from './signIn.ts'
import { rememberedTenant } from './tenant.ts'

/** The current step of the sign-in. */
export type LoginStep =
  | { step: 'tenant'; tenantName: string; error?: unknown }
  | { step: 'credentials'; tenantName: string; methods: SignInMethods }
  /** Back from the identity provider, and not signed in. */
  | { step: 'refused'; tenantName: string; refused: Refused }

/**
 * Which step a URL asks for. A tenant in the URL leads to the second one; a failed lookup leads back to the first,
 * which shows the error.
 */
export async function loginStep(tenant: string | undefined, refused?: Refused): Promise<LoginStep> {
  if (refused !== undefined) return { step: 'refused', tenantName: refused.tenantName, refused }
  if (tenant === undefined) return { step: 'tenant', tenantName: rememberedTenant() ?? '' }
  try {
    return { step: 'credentials', tenantName: tenant, methods: await readSignInMethods(tenant) }
  } catch (error) {
    return { step: 'tenant', tenantName: tenant, error }
  }
}
