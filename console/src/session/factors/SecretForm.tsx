import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { problemStatus } from '../../api/problem.ts'
import { Button } from '../../ui/form/Button.tsx'
import { PasswordField, TextField, type TextFieldProps } from '../../ui/form/TextField.tsx'
import { FailureCallout, useFailure } from '../sign-in/FailureCallout.tsx'
import signIn from '../sign-in/sign-in.module.css'
import css from './FactorForm.module.css'
import { plainCode, type Way } from './proof.ts'

type SecretWay = Exclude<Way, 'passkey'>

export interface SecretFormProps {
  way: SecretWay
  /** Password managers find the entry by it. */
  username: string
  submitLabel: string
  /** Sends what was entered; its rejection is shown here, beside the field where that is what is wrong. */
  onSubmit: (secret: string) => Promise<unknown>
  /** Above the button. */
  children?: ReactNode
}

const secrets: Record<SecretWay, { sentence: () => string; label: () => string; missing: () => string }> = {
  authenticator: { sentence: m.factor_sentence_code, label: m.factor_code, missing: m.factor_required_code },
  recovery_code: { sentence: m.factor_sentence_recovery, label: m.factor_recovery, missing: m.factor_required_recovery },
  password: { sentence: m.factor_sentence_password, label: m.login_password, missing: m.field_required_password },
}

/** One field for a code or the password. A pasted code can have spaces. */
export function SecretForm({ way, username, submitLabel, onSubmit, children }: SecretFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const prove = useMutation({ mutationKey: ['auth_factor'], mutationFn: onSubmit })
  const failure = useFailure(prove.error, m.login_unexpected())
  useEffect(() => {
    // Ready to be typed over.
    if (prove.error === null) return
    input.current?.focus()
    input.current?.select()
  }, [prove.error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (prove.isPending || failure.waitSeconds > 0) return
    const typed = input.current?.value ?? ''
    const secret = way === 'password' ? typed : plainCode(typed)
    setMissing(secret === '')
    if (secret === '') input.current?.focus()
    else prove.mutate(secret)
  }
  const { sentence, label, missing: missingText } = secrets[way]
  const status = problemStatus(prove.error) ?? 500
  const refused = status < 500 && status !== 429 && failure.failure?.kind === 'message' ? failure.failure.text : undefined
  const field: TextFieldProps = {
    label: label(),
    hint: way === 'password' ? undefined : sentence(),
    name: way === 'password' ? 'password' : 'code',
    error: missing ? missingText() : refused,
    autoFocus: true,
    ref: input,
    onChange: () => {
      setMissing(false)
      if (prove.isError && failure.waitSeconds === 0) prove.reset()
    },
  }
  return (
    <>
      {failure.shown && refused === undefined ? <FailureCallout failure={failure} /> : null}
      <form className={signIn.form} onSubmit={submit} noValidate>
        <input className={signIn.forManagers} name="username" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden />
        {way === 'password' ? (
          <PasswordField {...field} autoComplete="current-password" />
        ) : (
          <TextField
            {...field}
            className={css.code}
            inputMode={way === 'authenticator' ? 'numeric' : undefined}
            autoComplete={way === 'authenticator' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {children}
        <Button kind="primary" type="submit" loading={prove.isPending} disabledReason={failure.waitReason}>
          {submitLabel}
        </Button>
      </form>
    </>
  )
}
