import { readSignInMethods, type SignInMethods } from './signIn.ts'
import { rememberedTenant } from './tenant.ts'

/** How far the sign-in has come. */
export type LoginStep =
  | { step: 'tenant'; tenantName: string; error?: unknown }
  | { step: 'credentials'; tenantName: string; methods: SignInMethods }

/**
 * Which step a URL asks for. The tenant in the URL leads to the second one; a lookup that fails leads back to the first,
 * which says why.
 */
export async function loginStep(tenant: string | undefined): Promise<LoginStep> {
  if (tenant === undefined) return { step: 'tenant', tenantName: rememberedTenant() ?? '' }
  try {
    return { step: 'credentials', tenantName: tenant, methods: await readSignInMethods(tenant) }
  } catch (error) {
    return { step: 'tenant', tenantName: tenant, error }
  }
}
