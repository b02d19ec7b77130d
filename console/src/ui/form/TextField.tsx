import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from './Button.tsx'
import { cx } from '../display/cx.ts'
import { Field, type FieldText } from './Field.tsx'
import css from './Field.module.css'

export interface TextFieldProps extends FieldText, Omit<ComponentProps<'input'>, keyof FieldText> {
  /** After the input, inside its border. */
  end?: ReactNode
}

/** The elements that describe an input: its hint, its error and anything the page adds, such as a list of requirements. */
const describedBy = (...ids: (string | undefined)[]) => ids.filter(Boolean).join(' ') || undefined

/** A single-line text field. `ref` and all other props go to the input. */
export function TextField({ label, hint, error, optional, hideLabel, id, end, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} id={id}>
      {(ids) => {
        const field = (
          <input
            {...input}
            {...ids}
            aria-describedby={describedBy(input['aria-describedby'], ids['aria-describedby'])}
            className={cx(css.input, className)}
          />
        )
        if (end === undefined) return field
        return (
          <div className={css.group} data-invalid={error ? '' : undefined}>
            {field}
            {end}
          </div>
        )
      }}
    </Field>
  )
}

/** A password field with a show button (specification 1, section 2). */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          small
          label={shown ? m.ui_password_hide() : m.ui_password_show()}
          aria-pressed={shown}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/** A multi-line text field. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  className,
  ...rest
}: FieldText & Omit<ComponentProps<'textarea'>, keyof FieldText>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} id={id}>
      {(ids) => <textarea {...rest} {...ids} className={cx(css.input, className)} />}
    </Field>
  )
}
