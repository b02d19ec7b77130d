import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from './Button.tsx'
import { cx } from '../display/cx.ts'
import { Field, type FieldText } from './Field.tsx'
import css from './Field.module.css'

export interface TextFieldProps extends FieldText, Omit<ComponentProps<'input'>, keyof FieldText> {
  /** Behind the input, inside its border. */
  end?: ReactNode
}

/** What describes an input: its hint and error, and what the page adds, such as a list of requirements. */
const describedBy = (...ids: (string | undefined)[]) => ids.filter(Boolean).join(' ') || undefined

/** One line of text. `ref` and everything else goes to the input. */
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

/** A password that can be revealed (specification 1, section 2). */
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

/** Several lines of text. */
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
