import { useNavigate, useRouter } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../ui/Callout.tsx'
import { CredentialsStep } from './CredentialsStep.tsx'
import { logoutAlert } from './reasons.ts'
import { safeRedirect } from './redirect.ts'
import { federatedSignInUrl, readSignInMethods, signIn, type SignInMethods } from './signIn.ts'
import { rememberedTenant } from './tenant.ts'
import { TenantStep } from './TenantStep.tsx'
import type { LoginSearch } from './loginSearch.ts'
import { problemMessage } from '../api/problem.ts'

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

export function LoginPage({ step, search }: { step: LoginStep; search: LoginSearch }) {
  const navigate = useNavigate()
  const router = useRouter()
  const redirect = safeRedirect(search.redirect)
  const leadOn = async (credentials: { username: string; password: string }) => {
    await signIn({ tenantName: step.tenantName, ...credentials })
    router.history.push(router.options.basepath + (redirect ?? '/'))
  }
  const toCredentials = async (tenantName: string) => {
    // Asked here, so that a failure is said beside the field; the next step reads it from the cache.
    await readSignInMethods(tenantName)
    await navigate({ to: '/login', search: (previous) => ({ ...previous, tenant: tenantName, username: undefined }) })
  }
  switch (step.step) {
    case 'tenant':
      return <TenantStep key="tenant" tenantName={step.tenantName} onContinue={toCredentials} notice={<LoginNotice search={search} error={step.error} />} />
    case 'credentials':
      return (
        <CredentialsStep
          key={step.tenantName}
          tenantName={step.tenantName}
          methods={step.methods}
          username={search.username ?? ''}
          onSignIn={leadOn}
          onChangeTenant={() => void navigate({ to: '/login', search: (previous) => ({ ...previous, tenant: undefined, username: undefined }) })}
          federatedUrl={federatedSignInUrl(step.tenantName, redirect)}
          notice={<LoginNotice search={search} error={undefined} />}
        />
      )
  }
}

/** Why one stands here again, or why the tenant could not be looked up. */
function LoginNotice({ search, error }: { search: LoginSearch; error: unknown }) {
  if (error !== undefined) {
    return (
      <Callout tone="danger" role="alert">
        {problemMessage(error, m.login_unexpected())}
      </Callout>
    )
  }
  if (search.reason === undefined) return null
  const alert = logoutAlert(search.reason)
  return (
    <Callout tone={alert.type} role={alert.type === 'danger' ? 'alert' : 'status'}>
      {alert.message}
    </Callout>
  )
}
