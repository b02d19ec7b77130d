import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { LoginCard } from './LoginCard.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { PasswordField, TextField } from '../../ui/form/TextField.tsx'
import { FailureCallout, useFailure } from './FailureCallout.tsx'
import css from './sign-in.module.css'
import type { SignInMethods } from './signIn.ts'
import { PasskeySignIn, type PasskeySignInProps } from './PasskeySignIn.tsx'
import { textOf } from './TenantStep.tsx'

export interface CredentialsStepProps extends PasskeySignInProps {
  tenantName: string
  methods: SignInMethods
  /** Filled in where it is known. */
  username: string
  /** Signs in and leads on; its rejection is shown here. */
  onSignIn: (credentials: { username: string; password: string }) => Promise<void>
  onChangeTenant: () => void
  /** Leads to the identity provider; its rejection is shown here. */
  onFederated: () => Promise<void>
  /** Whether to go to the identity provider without a click; asked once. */
  takeStart?: () => boolean
  notice?: ReactNode
}

/** Second step of signing in: how the tenant does it. */
export function CredentialsStep({
  tenantName,
  methods,
  username,
  onSignIn,
  onChangeTenant,
  onPasskey,
  onFederated,
  takeStart,
  notice,
}: CredentialsStepProps) {
  const [typedUsername, setTypedUsername] = useState(username)
  // Of a federated tenant only one administrator has a password, for emergencies: reachable, and out of the way.
  const [isEmergency, setIsEmergency] = useState(false)
  const { identityProvider } = methods
  const hasPassword = identityProvider === null || isEmergency
  return (
    <LoginCard
      title={m.login_title()}
      footer={
        hasPassword ? (
          <Link to="/login/forgot-password" search={{ tenant: tenantName, username: typedUsername || undefined }}>
            {m.login_forgot()}
          </Link>
        ) : (
          <Button small kind="quiet" className={css.other} onClick={() => setIsEmergency(true)}>
            {m.login_password_instead()}
          </Button>
        )
      }
    >
      <div className={css.tenant}>
        <span className={css.tenantLabel}>{m.login_tenant()}</span>
        <strong className={css.tenantName}>{tenantName}</strong>
        <Button small kind="quiet" onClick={onChangeTenant} aria-label={m.login_change_tenant()}>
          {m.login_change()}
        </Button>
      </div>
      {identityProvider === null ? null : (
        <>
          {isEmergency ? null : notice}
          <ProviderButton name={identityProvider} isPrimary={!isEmergency} onFederated={onFederated} takeStart={takeStart} />
          {isEmergency ? (
            <>
              <div className={css.or}>{m.login_or()}</div>
              <p className={css.emergency}>{m.login_password_instead_text({ provider: identityProvider })}</p>
            </>
          ) : null}
        </>
      )}
      {hasPassword ? (
        <>
          <PasswordForm username={username} onUsername={setTypedUsername} onSignIn={onSignIn} notice={notice} />
          <PasskeySignIn onPasskey={onPasskey} />
        </>
      ) : null}
    </LoginCard>
  )
}

interface ProviderButtonProps extends Pick<CredentialsStepProps, 'onFederated' | 'takeStart'> {
  name: string
  isPrimary: boolean
}

/** Leads to the identity provider; it stays pending until the provider's page is there. */
function ProviderButton({ name, isPrimary, onFederated, takeStart }: ProviderButtonProps) {
  const go = useMutation({ mutationKey: ['auth_federated'], mutationFn: onFederated })
  const start = useEffectEvent(() => {
    if (takeStart?.() === true) go.mutate()
  })
  useEffect(() => start(), [])
  const failure = useFailure(go.error, m.login_federated_failed({ provider: name }))
  return (
    <>
      {failure.shown ? <FailureCallout failure={failure} /> : null}
      <Button
        kind={isPrimary ? 'primary' : 'secondary'}
        className={css.provider}
        icon={<ArrowRight />}
        loading={go.isPending || go.isSuccess}
        disabledReason={failure.waitReason}
        onClick={() => go.mutate()}
      >
        {m.login_federated({ provider: name })}
      </Button>
    </>
  )
}

interface PasswordFormProps extends Pick<CredentialsStepProps, 'username' | 'onSignIn' | 'notice'> {
  onUsername: (username: string) => void
}

function PasswordForm({ username, onUsername, onSignIn, notice }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState({ username: false, password: false })
  const signIn = useMutation({ mutationKey: ['auth_login'], mutationFn: onSignIn })
  const failure = useFailure(signIn.error, m.login_unexpected())
  useEffect(() => {
    // The password is what is most likely wrong: it is ready to be typed over.
    const field = form.current?.elements.namedItem('password')
    if (signIn.error && field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    }
  }, [signIn.error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending || failure.waitSeconds > 0) return
    const given = { username: textOf(event.currentTarget, 'username').trim(), password: textOf(event.currentTarget, 'password') }
    const empty = { username: given.username === '', password: given.password === '' }
    setMissing(empty)
    if (empty.username || empty.password) {
      const first = event.currentTarget.elements.namedItem(empty.username ? 'username' : 'password')
      if (first instanceof HTMLInputElement) first.focus()
    } else signIn.mutate(given)
  }
  return (
    <>
      {failure.shown ? <FailureCallout failure={failure} /> : notice}
      <form ref={form} className={css.form} onSubmit={submit} noValidate>
        <TextField
          label={m.login_username()}
          name="username"
          // Not type="email": browsers rewrite names of other scripts there.
          inputMode="email"
          defaultValue={username}
          error={missing.username ? m.field_required_email() : undefined}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={username === ''}
          onChange={(event) => {
            onUsername(event.target.value.trim())
            setMissing({ ...missing, username: false })
          }}
        />
        <PasswordField
          label={m.login_password()}
          name="password"
          error={missing.password ? m.field_required_password() : undefined}
          autoComplete="current-password"
          autoFocus={username !== ''}
          onChange={() => setMissing({ ...missing, password: false })}
        />
        <Button kind="primary" type="submit" loading={signIn.isPending} disabledReason={failure.waitReason}>
          {m.login_sign_in()}
        </Button>
      </form>
    </>
  )
}
