import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import type { ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { greetedName } from '../../i18n/format.ts'
import type { readPasswordLink } from '@steward/contract/session/endpoints'
import { problemCode } from '../../api/problem.ts'
import { LoginCard } from '../sign-in/LoginCard.tsx'
import { Button, buttonClass } from '../../ui/form/Button.tsx'
import { cx } from '../../ui/display/cx.ts'
import { PasswordField } from '../../ui/form/TextField.tsx'
import { isAcceptable, newPasswordError, passwordChecklist } from './checklist.ts'
import { FailureCallout, useFailure } from '../sign-in/FailureCallout.tsx'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import css from '../sign-in/sign-in.module.css'

export type PasswordLink = ResponseOf<typeof readPasswordLink>
export type LinkKind = PasswordLink['kind']

export interface NewPasswordPageProps {
  link: PasswordLink
  /** Saves the password and leads to the login page; its rejection is shown here. */
  onSave: (newPassword: string) => Promise<void>
}

/** Sets a password with a mailed link: the first one (activation) or a new one (reset). */
export function NewPasswordPage({ link, onSave }: NewPasswordPageProps) {
  const listId = useId()
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const save = useMutation({
    mutationKey: ['auth_set_password'],
    mutationFn: onSave,
    onError: (error, given) => {
      if (problemCode(error) === 'password_unchanged') setRefused((before) => [...before, given])
    },
  })
  const failure = useFailure(save.error, m.new_password_failed())
  const items = passwordChecklist(
    password,
    link.kind === 'activation' ? { kind: 'none' } : { kind: 'hidden', refused, isAccepted: save.isSuccess },
  )
  const tooLong = newPasswordError(password)
  const isCommon = problemCode(save.error) === 'password_common'
  const isValid = isAcceptable(items) && tooLong === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid && !save.isPending && failure.waitSeconds === 0) save.mutate(password)
  }
  if (problemCode(save.error) === 'link_invalid')
    return <LinkInvalid kind={link.kind} tenantName={link.tenantName} username={link.username} />
  const isFirst = link.kind === 'activation'
  return (
    <LoginCard
      title={isFirst ? m.set_password_title({ name: greetedName(link) }) : m.reset_password_title()}
      sentence={isFirst ? m.set_password_sentence({ company: link.company }) : m.reset_password_sentence({ company: link.company })}
    >
      {failure.shown && !isCommon ? <FailureCallout failure={failure} /> : null}
      <form className={css.form} onSubmit={submit} noValidate>
        <div className={css.tenant}>
          <span className={css.tenantLabel}>{m.login_username()}</span>
          <strong className={css.tenantName}>{link.username}</strong>
          {/* Password managers file the password under this. */}
          <input
            className={css.forManagers}
            name="username"
            autoComplete="username"
            value={link.username}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
        </div>
        <PasswordField
          label={m.new_password_label()}
          name="newPassword"
          value={password}
          error={isCommon ? m.field_password_common() : tooLong}
          autoComplete="new-password"
          autoFocus
          aria-describedby={listId}
          onChange={(event) => {
            setPassword(event.target.value)
            save.reset()
          }}
        />
        <PasswordChecklist id={listId} items={items} />
        <Button
          kind="primary"
          type="submit"
          loading={save.isPending}
          disabledReason={isValid ? failure.waitReason : m.new_password_invalid()}
        >
          {isFirst ? m.set_password_submit() : m.reset_password_submit()}
        </Button>
      </form>
    </LoginCard>
  )
}

/** The link has expired or was used; how to get another. */
export function LinkInvalid({ kind, tenantName, username }: { kind: LinkKind; tenantName?: string; username?: string }) {
  return (
    <LoginCard
      title={m.link_invalid_title()}
      sentence={m.error_link_invalid()}
      footer={
        <Link to="/login" search={{ tenant: tenantName, username }}>
          {m.login_back()}
        </Link>
      }
    >
      <p>{kind === 'activation' ? m.link_invalid_activation() : m.link_invalid_reset()}</p>
      <Link to="/login/forgot-password" search={{ tenant: tenantName, username }} className={cx(buttonClass('primary'), css.another)}>
        {m.link_send_new()}
      </Link>
    </LoginCard>
  )
}
