import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Check, Minus } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import css from './Checkbox.module.css'
import { FieldError } from './Field.tsx'
import row from './ToggleRow.module.css'

interface ToggleProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  id?: string
  ref?: Ref<HTMLElement>
}

function Indicator({ indeterminate }: { indeterminate: boolean }) {
  return <BaseCheckbox.Indicator render={<span />}>{indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}</BaseCheckbox.Indicator>
}

export function Checkbox({
  label,
  hint,
  error,
  checked,
  onChange,
  disabled,
  id: given,
  indeterminate,
  ref,
}: ToggleProps & { indeterminate?: boolean }) {
  const own = useId()
  const id = given ?? own
  return (
    <div className={row.row} data-disabled={disabled ? '' : undefined}>
      <BaseCheckbox.Root
        ref={ref}
        id={id}
        className={row.mark}
        checked={checked}
        indeterminate={indeterminate === true}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error ? true : undefined}
        onCheckedChange={onChange}
      >
        <Indicator indeterminate={indeterminate === true} />
      </BaseCheckbox.Root>
      <ToggleText id={id} label={label} hint={hint} error={error} />
    </div>
  )
}

/** For settings that apply immediately or read as on and off. */
export function Switch({ label, hint, error, checked, onChange, disabled, id: given, ref }: ToggleProps) {
  const own = useId()
  const id = given ?? own
  return (
    <div className={row.row} data-disabled={disabled ? '' : undefined}>
      <BaseSwitch.Root
        ref={ref}
        id={id}
        className={css.track}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(id, hint, error)}
        onCheckedChange={onChange}
      >
        <BaseSwitch.Thumb className={css.thumb} />
      </BaseSwitch.Root>
      <ToggleText id={id} label={label} hint={hint} error={error} />
    </div>
  )
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
}

function ToggleText({ id, label, hint, error }: { id: string; label: ReactNode; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      <label id={`${id}-label`} htmlFor={id} className={row.label}>
        {label}
      </label>
      {hint ? (
        <span id={`${id}-hint`} className={row.hint}>
          {hint}
        </span>
      ) : null}
      {error ? (
        <span className={row.error}>
          <FieldError id={`${id}-error`} text={error} />
        </span>
      ) : null}
    </>
  )
}
