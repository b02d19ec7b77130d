import { useNavigate, useRouter } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../../ui/display/Callout.tsx'
import { CredentialsStep } from './CredentialsStep.tsx'
import type { LoginStep } from './loginStep.ts'
import { logoutAlert } from './logoutAlert.ts'
import { safeRedirect } from './redirect.ts'
import { goToProvider, takeStart } from './federated.ts'
import { RefusedStep } from './RefusedStep.tsx'
import { readMethodsByEmail, readSignInMethods, signIn } from './signIn.ts'
import { TenantStep } from './TenantStep.tsx'
import type { LoginSearch } from './loginSearch.ts'
import { problemMessage } from '../../api/problem.ts'

export interface LoginPageProps {
  step: LoginStep
  search: LoginSearch
}

export function LoginPage({ step, search }: LoginPageProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const redirect = safeRedirect(search.redirect)
  const leadOn = async (credentials: { username: string; password: string }) => {
    await signIn({ tenantName: step.tenantName, ...credentials })
    // The browser's Back goes to the page before sign-in.
    router.history.replace(router.options.basepath + (redirect ?? '/'))
  }
  const toCredentials = async (tenantName: string) => {
    // Requested here, so that an error appears beside the field; the next step reuses the cached answer.
    await readSignInMethods(tenantName)
    await navigate({ to: '/login', search: (previous) => ({ ...previous, tenant: tenantName, username: undefined }) })
  }
  const toCredentialsOf = async (email: string) => {
    const { tenantName } = await readMethodsByEmail(email)
    if (tenantName === null) return false
    await navigate({ to: '/login', search: (previous) => ({ ...previous, tenant: tenantName, username: email }) })
    return true
  }
  switch (step.step) {
    case 'tenant':
      return (
        <TenantStep
          key="tenant"
          tenantName={step.tenantName}
          onContinue={toCredentials}
          onEmail={toCredentialsOf}
          notice={<LoginNotice search={search} error={step.error} />}
        />
      )
    case 'credentials':
      return (
        <CredentialsStep
          key={step.tenantName}
          tenantName={step.tenantName}
          methods={step.methods}
          username={search.username ?? ''}
          onSignIn={leadOn}
          onChangeTenant={() =>
            void navigate({ to: '/login', search: (previous) => ({ ...previous, tenant: undefined, username: undefined }) })
          }
          onFederated={() => goToProvider(step.tenantName, redirect, search.username ?? '')}
          takeStart={() => search.start === 'provider' && takeStart(Date.now())}
          notice={<LoginNotice search={search} error={undefined} />}
        />
      )
    case 'refused':
      return (
        <RefusedStep
          refused={step.refused}
          onRetry={() => void navigate({ to: '/login', search: { tenant: step.tenantName }, hash: '', replace: true })}
        />
      )
  }
}

/** Why the user is back on this page, or why the tenant could not be looked up. */
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
