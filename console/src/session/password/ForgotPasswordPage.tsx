import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { LoginCard } from '../sign-in/LoginCard.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { FailureCallout, useFailure } from '../sign-in/FailureCallout.tsx'
import css from '../sign-in/sign-in.module.css'
import { textOf } from '../sign-in/TenantStep.tsx'

export interface PasswordRequest {
  tenantName: string
  username: string
}

export interface ForgotPasswordPageProps {
  /** What the fields hold first. */
  initial: PasswordRequest
  /** Asks the server for a mail; it never tells whether the address exists. */
  onRequest: (request: PasswordRequest) => Promise<void>
}

/** Asks for a link to a new password, then says what happens next. */
export function ForgotPasswordPage({ initial, onRequest }: ForgotPasswordPageProps) {
  const request = useMutation({ mutationKey: ['auth_forgot_password'], mutationFn: onRequest })
  return request.isSuccess && request.variables !== undefined ? (
    <RequestSent request={request.variables} onAgain={() => request.reset()} />
  ) : (
    <RequestForm initial={request.variables ?? initial} onRequest={request.mutate} pending={request.isPending} error={request.error} />
  )
}

function BackToSignIn({ tenantName, username }: PasswordRequest) {
  return (
    <Link to="/login" search={{ tenant: tenantName || undefined, username: username || undefined }}>
      {m.login_back()}
    </Link>
  )
}

interface RequestFormProps {
  initial: PasswordRequest
  onRequest: (request: PasswordRequest) => void
  pending: boolean
  error: unknown
}

function RequestForm({ initial, onRequest, pending, error }: RequestFormProps) {
  const [missing, setMissing] = useState({ tenantName: false, username: false })
  const failure = useFailure(error, m.forgot_password_failed())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending || failure.waitSeconds > 0) return
    const given = { tenantName: textOf(event.currentTarget, 'tenantName').trim(), username: textOf(event.currentTarget, 'username').trim() }
    const empty = { tenantName: given.tenantName === '', username: given.username === '' }
    setMissing(empty)
    if (empty.tenantName || empty.username) {
      const first = event.currentTarget.elements.namedItem(empty.tenantName ? 'tenantName' : 'username')
      if (first instanceof HTMLInputElement) first.focus()
    } else onRequest(given)
  }
  return (
    <LoginCard title={m.forgot_password_title()} sentence={m.forgot_password_sentence()} footer={<BackToSignIn {...initial} />}>
      {failure.shown ? <FailureCallout failure={failure} /> : null}
      <form className={css.form} onSubmit={submit} noValidate>
        <TextField
          label={m.login_tenant()}
          name="tenantName"
          defaultValue={initial.tenantName}
          error={missing.tenantName ? m.field_required_tenant() : undefined}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          autoFocus={initial.tenantName === ''}
          onChange={() => setMissing({ ...missing, tenantName: false })}
        />
        <TextField
          label={m.login_username()}
          name="username"
          // Not type="email": browsers rewrite names of other scripts there.
          inputMode="email"
          defaultValue={initial.username}
          error={missing.username ? m.field_required_email() : undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={initial.tenantName !== ''}
          onChange={() => setMissing({ ...missing, username: false })}
        />
        <Button kind="primary" type="submit" loading={pending} disabledReason={failure.waitReason}>
          {m.forgot_password_submit()}
        </Button>
      </form>
    </LoginCard>
  )
}

function RequestSent({ request, onAgain }: { request: PasswordRequest; onAgain: () => void }) {
  return (
    <LoginCard title={m.forgot_password_sent_title()} footer={<BackToSignIn {...request} />}>
      <div className={css.result} role="status">
        <MailCheck aria-hidden />
        <p>{m.forgot_password_sent_text({ username: request.username, tenantName: request.tenantName })}</p>
      </div>
      <ul className={css.next}>
        <li>{m.forgot_password_sent_valid()}</li>
        <li>{m.forgot_password_sent_missing()}</li>
      </ul>
      <Button onClick={onAgain}>{m.forgot_password_again()}</Button>
    </LoginCard>
  )
}
