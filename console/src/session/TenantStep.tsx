import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { LoginCard } from '../shell/LoginLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { FailureCallout, useFailure } from './FailureCallout.tsx'
import css from './session.module.css'

export interface TenantStepProps {
  /** What the field holds first. */
  tenantName: string
  /** Looks up how the tenant signs in and goes on to the next step; its rejection is shown here. */
  onContinue: (tenantName: string) => Promise<void>
  /** What the page has to say above the form. */
  notice?: React.ReactNode
}

/** First step of signing in: which tenant. */
export function TenantStep({ tenantName, onContinue, notice }: TenantStepProps) {
  const formId = useId()
  const [missing, setMissing] = useState(false)
  const lookUp = useMutation({ mutationKey: ['auth_methods'], mutationFn: onContinue })
  const failure = useFailure(lookUp.error, m.login_unexpected())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (lookUp.isPending || failure.waitSeconds > 0) return
    const given = textOf(event.currentTarget, 'tenantName').trim()
    setMissing(given === '')
    if (given !== '') lookUp.mutate(given)
  }
  return (
    <LoginCard title={m.login_title()} sentence={m.login_tenant_sentence()}>
      {failure.shown ? <FailureCallout failure={failure} /> : notice}
      <form id={formId} className={css.form} onSubmit={submit} noValidate>
        <TextField
          label={m.login_tenant()}
          name="tenantName"
          defaultValue={tenantName}
          error={missing ? m.field_required() : undefined}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          autoFocus
          onChange={() => setMissing(false)}
        />
        <Button kind="primary" type="submit" loading={lookUp.isPending} disabledReason={failure.waitReason}>
          {m.login_continue()}
        </Button>
      </form>
    </LoginCard>
  )
}

/** What a field of a form holds now, also when the browser filled it in by itself. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
