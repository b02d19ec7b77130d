import { useState } from 'react'
import { fieldOf, momentOf } from '../../i18n/zonedField.ts'
import { TextField } from './TextField.tsx'
import css from './MomentField.module.css'
import { serverNow } from '../../i18n/serverTime.ts'

interface MomentFieldProps {
  label: string
  hint: string
  error?: string | undefined
  /** ISO 8601. */
  moment: string | undefined
  onChange: (moment: string | undefined) => void
}

const fieldText = (moment: string | undefined) => (moment === undefined ? '' : fieldOf(Date.parse(moment)))

/** A moment of the past in the time zone of the user. */
export function MomentField({ label, hint, error, moment, onChange }: MomentFieldProps) {
  const [typed, setTyped] = useState(fieldText(moment))
  const [shown, setShown] = useState(moment)
  // Another moment came by a link or a button.
  if (shown !== moment) {
    setShown(moment)
    setTyped(fieldText(moment))
  }
  return (
    <TextField
      type="datetime-local"
      className={css.moment}
      step={1}
      label={label}
      hint={hint}
      error={error}
      value={typed}
      max={fieldOf(serverNow())}
      onChange={({ target: { value } }) => {
        setTyped(value)
        const at = momentOf(value)
        const next = Number.isNaN(at) ? undefined : new Date(at).toISOString()
        if (value !== '' && next === undefined) return
        setShown(next)
        onChange(next)
      }}
    />
  )
}
