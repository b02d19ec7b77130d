import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { PasskeyAssertion, PendingSignIn } from '@steward/contract/session/factors-schemas'
import { Callout } from '../../ui/display/Callout.tsx'
import { CredentialsStep } from './CredentialsStep.tsx'
import type { LoginStep } from './loginStep.ts'
import { logoutAlert } from './logoutAlert.ts'
import { safeRedirect } from './redirect.ts'
import { goToProvider, takeStart } from './federated.ts'
import { RefusedStep } from './RefusedStep.tsx'
import type { SecondStepProps } from './SecondStep.tsx'
import { readMethodsByEmail, readSignInMethods, signIn, signInAlone, signInStep } from './signIn.ts'
import { TenantStep } from './TenantStep.tsx'
import type { LoginSearch } from './loginSearch.ts'
import { problemMessage } from '../../api/problem.ts'
import { deferred } from '../../ui/overlay/deferred.tsx'
import type { EnrollStepProps } from './EnrollStep.tsx'

// Not everyone is asked for a second factor.
const SecondStep = deferred<SecondStepProps & { open?: boolean; onClose?: () => void }>(
  async () => (await import('./secondSteps.ts')).SecondStep,
)
const EnrollStep = deferred<EnrollStepProps & { open?: boolean; onClose?: () => void }>(
  async () => (await import('./secondSteps.ts')).EnrollStep,
)

/** A sign-in that is not finished; the name is empty after a passkey, which names the person. */
interface Left {
  pending: PendingSignIn
  username: string
}

export interface LoginPageProps {
  step: LoginStep
  search: LoginSearch
}

export function LoginPage({ step, search }: LoginPageProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const redirect = safeRedirect(search.redirect)
  const [left, setLeft] = useState<Left>()
  // What was typed before, and why the sign-in has to begin again.
  const [before, setBefore] = useState<{ username: string; error: unknown }>()
  // The browser's Back goes to the page before sign-in.
  const leave = () => router.history.replace(router.options.basepath + (redirect ?? '/'))
  const leadOn = async (pending: PendingSignIn | undefined, username: string) => {
    if (pending === undefined) return leave()
    await (pending.next === 'factor' ? SecondStep : EnrollStep).preload()
    setLeft({ pending, username })
  }
  const withPassword = async (credentials: { username: string; password: string }) =>
    leadOn(await signIn({ tenantName: step.tenantName, ...credentials }), credentials.username)
  const withPasskey = async (credential: PasskeyAssertion) => leadOn(await signInAlone(credential), '')
  const notice = <LoginNotice search={search} error={before?.error} />
  if (left !== undefined) {
    const back = (error?: unknown) => {
      setBefore({ username: left.username, error })
      setLeft(undefined)
    }
    return left.pending.next === 'enrollment' ? (
      <EnrollStep key={left.pending.token} {...left} onBack={back} onDone={leave} />
    ) : (
      <SecondStep
        key={left.pending.token}
        {...left}
        onProve={async (proof, remember) => leadOn(await signInStep(left.pending, proof, remember), left.username)}
        onBack={back}
      />
    )
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
          onPasskey={withPasskey}
          notice={<LoginNotice search={search} error={step.error ?? before?.error} />}
        />
      )
    case 'credentials':
      return (
        <CredentialsStep
          key={step.tenantName}
          tenantName={step.tenantName}
          methods={step.methods}
          username={before?.username || (search.username ?? '')}
          onSignIn={withPassword}
          onPasskey={withPasskey}
          onChangeTenant={() =>
            void navigate({ to: '/login', search: (previous) => ({ ...previous, tenant: undefined, username: undefined }) })
          }
          onFederated={() => goToProvider(step.tenantName, redirect, search.username ?? '')}
          takeStart={() => search.start === 'provider' && takeStart(Date.now())}
          notice={notice}
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
