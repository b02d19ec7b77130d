import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../display/cx.ts'
import { Field, type FieldText } from './Field.tsx'
import shared from './Field.module.css'
import css from './Select.module.css'

export interface Option<V extends string = string> {
  value: V
  label: string
  disabled?: boolean
}

export interface SelectProps<V extends string>
  extends FieldText, Omit<ComponentProps<'select'>, keyof FieldText | 'value' | 'onChange' | 'multiple'> {
  value: V | ''
  options: readonly Option<V>[]
  onChange: (value: V) => void
  /** Shown when nothing is selected. */
  placeholder?: string
}

/**
 * One of a few options, as a native select: it needs no script, works with every screen reader and opens natively on phones.
 * For long or searchable lists use `Combobox`.
 */
export function Select<V extends string>({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  value,
  options,
  onChange,
  placeholder,
  className,
  ...rest
}: SelectProps<V>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} id={id}>
      {(ids) => (
        <div className={css.selectBox}>
          <select
            {...rest}
            {...ids}
            className={cx(shared.input, css.select, className)}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value)
              if (chosen) onChange(chosen.value)
            }}
          >
            {placeholder !== undefined || value === '' ? (
              <option value="" disabled>
                {placeholder ?? ''}
              </option>
            ) : null}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden />
        </div>
      )}
    </Field>
  )
}
