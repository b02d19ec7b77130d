import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { LoginCard } from './LoginCard.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextField, type TextFieldProps } from '../../ui/form/TextField.tsx'
import { FailureCallout, useFailure } from './FailureCallout.tsx'
import { PasskeySignIn, type PasskeySignInProps } from './PasskeySignIn.tsx'
import css from './sign-in.module.css'

export interface TenantStepProps extends PasskeySignInProps {
  /** What the field holds first. */
  tenantName: string
  /** Looks up how the tenant signs in and goes on to the next step; its rejection is shown here. */
  onContinue: (tenantName: string) => Promise<void>
  /**
   * Looks up which tenant has an email address and goes on to the next step; false where none has. Its rejection is shown here.
   */
  onEmail: (email: string) => Promise<boolean>
  /** What the page has to say above the form. */
  notice?: ReactNode
}

/** First step of signing in: which tenant, by its name or by an email address. */
export function TenantStep({ tenantName, onContinue, onEmail, onPasskey, notice }: TenantStepProps) {
  const [by, setBy] = useState<'tenant' | 'email'>('tenant')
  const other = (
    <Button small kind="quiet" className={css.other} onClick={() => setBy(by === 'tenant' ? 'email' : 'tenant')}>
      {by === 'tenant' ? m.login_email_instead() : m.login_tenant_instead()}
    </Button>
  )
  return (
    <LoginCard title={m.login_title()} sentence={by === 'tenant' ? m.login_tenant_sentence() : m.login_email_sentence()} footer={other}>
      {by === 'tenant' ? (
        <LookupForm key="tenant" onLookUp={onContinue} required={m.field_required_tenant()} notice={notice}>
          {(field) => (
            <TextField
              {...field}
              label={m.login_tenant()}
              name="tenantName"
              defaultValue={tenantName}
              autoComplete="organization webauthn"
              maxLength={64}
            />
          )}
        </LookupForm>
      ) : (
        <LookupForm
          key="email"
          onLookUp={async (email) => ((await onEmail(email)) ? undefined : m.login_email_unknown())}
          required={m.field_required_email()}
          notice={notice}
        >
          {(field) => (
            <TextField
              {...field}
              label={m.login_username()}
              name="email"
              inputMode="email"
              autoComplete="username webauthn"
              maxLength={254}
            />
          )}
        </LookupForm>
      )}
      <PasskeySignIn onPasskey={onPasskey} />
    </LoginCard>
  )
}

type FieldProps = Pick<TextFieldProps, 'error' | 'autoFocus' | 'autoCapitalize' | 'spellCheck' | 'onChange'>

interface LookupFormProps {
  /** Leads on; its rejection is shown here, and so is what it answers, beside the field. */
  onLookUp: (given: string) => Promise<string | undefined | void>
  /** Shown where nothing was entered. */
  required: string
  notice: ReactNode
  children: (field: FieldProps) => ReactNode
}

/** One field, and what was found of it. */
function LookupForm({ onLookUp, required, notice, children }: LookupFormProps) {
  const formId = useId()
  const [missing, setMissing] = useState(false)
  const lookUp = useMutation({ mutationKey: ['auth_methods'], mutationFn: (given: string) => onLookUp(given) })
  const failure = useFailure(lookUp.error, m.login_unexpected())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (lookUp.isPending || failure.waitSeconds > 0) return
    const field = event.currentTarget.querySelector('input')
    const given = field === null ? '' : textOf(event.currentTarget, field.name).trim()
    setMissing(given === '')
    if (given !== '') lookUp.mutate(given)
  }
  const found = typeof lookUp.data === 'string' ? lookUp.data : undefined
  return (
    <>
      {failure.shown ? <FailureCallout failure={failure} /> : notice}
      <form id={formId} className={css.form} onSubmit={submit} noValidate>
        {children({
          error: missing ? required : found,
          autoFocus: true,
          autoCapitalize: 'none',
          spellCheck: false,
          onChange: () => {
            setMissing(false)
            lookUp.reset()
          },
        })}
        <Button kind="primary" type="submit" loading={lookUp.isPending} disabledReason={failure.waitReason}>
          {m.login_continue()}
        </Button>
      </form>
    </>
  )
}

/** What a field of a form holds now, also when the browser filled it in automatically. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
