import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseGroup } from '@base-ui/react/radio-group'
import { useId, type ReactNode } from 'react'
import { cx } from '../display/cx.ts'
import css from './RadioGroup.module.css'
import { FieldError } from './Field.tsx'
import row from './ToggleRow.module.css'

export interface RadioOption<V extends string> {
  value: V
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps<V extends string> {
  label: ReactNode
  value: V
  options: readonly RadioOption<V>[]
  onChange: (value: V) => void
  error?: string | undefined
  disabled?: boolean
  /** Options without hints beside each other, as far as they fit. */
  inline?: boolean
}

/** One of a few options, all of them visible. */
export function RadioGroup<V extends string>({ label, value, options, onChange, error, disabled, inline }: RadioGroupProps<V>) {
  const id = useId()
  return (
    <div>
      <div id={id} className={css.legend}>
        {label}
      </div>
      <BaseGroup
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        className={inline ? css.inline : css.set}
        value={value}
        onValueChange={onChange}
        disabled={disabled}
      >
        {options.map((option) => (
          <div key={option.value} className={row.row} data-disabled={option.disabled ? '' : undefined}>
            <Radio.Root
              id={`${id}-${option.value}-input`}
              value={option.value}
              disabled={option.disabled}
              className={cx(row.mark, row.round)}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
            >
              <Radio.Indicator className={css.dot} />
            </Radio.Root>
            <label id={`${id}-${option.value}`} htmlFor={`${id}-${option.value}-input`} className={row.label}>
              {option.label}
            </label>
            {option.hint ? (
              <span id={`${id}-${option.value}-hint`} className={row.hint}>
                {option.hint}
              </span>
            ) : null}
          </div>
        ))}
      </BaseGroup>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
