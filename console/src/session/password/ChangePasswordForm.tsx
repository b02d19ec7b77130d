import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type Ref } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { passwordMinimumLength } from '@steward/contract/rules/password'
import { alerts } from '../../api/alerts.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { PasswordField } from '../../ui/form/TextField.tsx'
import { isAcceptable, newPasswordError, passwordChecklist } from './checklist.ts'
import { problemCode } from '../../api/problem.ts'
import { changePasswordError } from '../sign-in/failures.ts'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import css from '../sign-in/sign-in.module.css'

/** Specification 1, section 3. */
export interface PasswordChange {
  oldPassword: string
  newPassword: string
}

export interface ChangePasswordFormProps {
  username: string
  firstField?: Ref<HTMLInputElement>
  onChange: (change: PasswordChange) => Promise<void>
}

/** Old and new password with the requirements (specification 1, sections 5 and 8). */
export function ChangePasswordForm({ username, firstField, onChange }: ChangePasswordFormProps) {
  const listId = useId()
  const [values, setValues] = useState<PasswordChange>({ oldPassword: '', newPassword: '' })
  const [leftOld, setLeftOld] = useState(false)
  const change = useMutation({
    mutationKey: ['change_password'],
    mutationFn: onChange,
    onError: (error) => {
      if (changePasswordError(error) === undefined) alerts.danger(m.change_password_failed())
    },
  })
  const isCommon = problemCode(change.error) === 'password_common'
  const serverError = change.error === null ? undefined : changePasswordError(change.error)
  const items = passwordChecklist(values.newPassword, { kind: 'typed', password: values.oldPassword })
  const oldIsShort = values.oldPassword.length < passwordMinimumLength
  const tooLong = newPasswordError(values.newPassword)
  const isValid = !oldIsShort && isAcceptable(items) && tooLong === undefined && serverError === undefined

  const edit = (part: Partial<PasswordChange>) => {
    setValues({ ...values, ...part })
    change.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid && !change.isPending) change.mutate(values)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {serverError === undefined || isCommon ? null : (
        <Callout tone="danger" role="alert">
          {serverError}
        </Callout>
      )}
      {/* Password managers update the entry of this name. */}
      <input className={css.forManagers} name="username" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden />
      <PasswordField
        ref={firstField}
        label={m.change_password_old()}
        name="oldPassword"
        value={values.oldPassword}
        error={leftOld && oldIsShort && values.oldPassword !== '' ? m.field_too_short({ minimum: passwordMinimumLength }) : undefined}
        autoComplete="current-password"
        onBlur={() => setLeftOld(true)}
        onChange={(event) => edit({ oldPassword: event.target.value })}
      />
      <PasswordField
        label={m.new_password_label()}
        name="newPassword"
        value={values.newPassword}
        error={isCommon ? m.field_password_common() : tooLong}
        autoComplete="new-password"
        aria-describedby={listId}
        onChange={(event) => edit({ newPassword: event.target.value })}
      />
      <PasswordChecklist id={listId} items={items} />
      <Button
        kind="primary"
        type="submit"
        loading={change.isPending}
        disabledReason={isValid ? undefined : invalidReason(oldIsShort, serverError)}
      >
        {m.change_password_submit()}
      </Button>
    </form>
  )
}

function invalidReason(oldIsShort: boolean, serverError: string | undefined): string {
  if (serverError !== undefined) return m.change_password_mend()
  return oldIsShort ? m.change_password_old_short() : m.new_password_invalid()
}
