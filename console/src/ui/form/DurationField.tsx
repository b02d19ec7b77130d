import { useState, type KeyboardEvent } from 'react'
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { typedNumber } from '../../i18n/decimals.ts'
import { cx } from '../display/cx.ts'
import css from './DurationField.module.css'
import { minutesOf, shownDuration, unitMinutes, unitOf, type DurationUnit } from './duration.ts'
import type { FieldText } from './Field.tsx'
import shared from './Field.module.css'
import { TextField } from './TextField.tsx'

export interface DurationFieldProps<V extends FieldValues, O> extends Omit<FieldText, 'label' | 'error'> {
  control: Control<V, unknown, O>
  name: FieldPathByValue<V, string>
  label: string
  id?: string
  /** What applies if the field is empty. */
  defaultMinutes: number
}

const unitLabels: Record<DurationUnit, () => string> = {
  minutes: m.ui_duration_minutes,
  hours: m.ui_duration_hours,
  days: m.ui_duration_days,
}
const units = Object.keys(unitLabels) as DurationUnit[] // the keys of the object above

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** A duration as a number and its unit; the form keeps minutes as text, empty for the default. Up and down change the number by 1. */
export function FormDurationField<V extends FieldValues, O>({ control, name, label, defaultMinutes, ...rest }: DurationFieldProps<V, O>) {
  const { field, fieldState } = useController({ control, name })
  const minutes: string = field.value
  const [typed, setTyped] = useState(() => ({ ...shownDuration(minutes, unitOf(defaultMinutes)), minutes }))
  // What the form took from elsewhere is shown in the unit that fits.
  const { text, unit } = typed.minutes === minutes ? typed : shownDuration(minutes, typed.unit)
  const change = (next: string, inUnit: DurationUnit) => {
    const kept = minutesOf(next, inUnit)
    setTyped({ text: next, unit: inUnit, minutes: kept })
    field.onChange(kept)
  }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    const amount = text.trim() === '' ? defaultMinutes / unitMinutes[unit] : typedNumber(text)
    if (by === undefined || amount === undefined) return
    event.preventDefault()
    change(String(Math.max(1, Math.floor(amount) + by)), unit)
  }
  return (
    <TextField
      {...rest}
      ref={field.ref}
      name={field.name}
      label={label}
      value={text}
      error={fieldState.error?.message}
      inputMode="decimal"
      autoComplete="off"
      placeholder={String(defaultMinutes / unitMinutes[unit])}
      onBlur={field.onBlur}
      onKeyDown={step}
      onChange={(event) => change(event.target.value, unit)}
      end={
        <select
          className={cx(shared.input, css.unit)}
          aria-label={m.ui_duration_unit({ name: label })}
          value={unit}
          onBlur={field.onBlur}
          onChange={(event) => change(text, units.find((known) => known === event.target.value) ?? unit)}
        >
          {units.map((known) => (
            <option key={known} value={known}>
              {unitLabels[known]()}
            </option>
          ))}
        </select>
      }
    />
  )
}
