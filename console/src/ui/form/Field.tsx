import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from './Field.module.css'

/** Props shared by all fields. */
export interface FieldText {
  label: ReactNode
  /** Help text below the label. */
  hint?: ReactNode
  /** Shown below the field. */
  error?: string | undefined
  /** Marks the field as optional. */
  optional?: boolean
  /** Hides the label visually; screen readers still read it. */
  hideLabel?: boolean
}

export interface FieldIds {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Connects a label, control, hint and error for assistive technology. */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id: given,
  children,
}: FieldText & { id?: string | undefined; children: (ids: FieldIds) => ReactNode }) {
  const own = useId()
  const id = given ?? own
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label id={`${id}-label`} htmlFor={id} className={hideLabel ? 'visually-hidden' : css.label}>
        {label}
        {optional ? <span className={css.optional}> {m.ui_optional()}</span> : null}
      </label>
      {hint ? (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      ) : null}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <div id={id} className={css.error}>
      <CircleAlert aria-hidden />
      <span>{text}</span>
    </div>
  )
}
