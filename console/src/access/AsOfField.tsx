import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { fieldOf, momentOf } from '../i18n/zonedField.ts'
import { TextField } from '../ui/form/TextField.tsx'
import css from './AsOfField.module.css'

interface AsOfFieldProps {
  asOf: string | undefined
  onChange: (asOf: string | undefined) => void
}

const fieldText = (asOf: string | undefined) => (asOf === undefined ? '' : fieldOf(Date.parse(asOf)))

/** Chooses the moment that is shown, in the time zone of the user. Empty is now. */
export function AsOfField({ asOf, onChange }: AsOfFieldProps) {
  const [typed, setTyped] = useState(fieldText(asOf))
  const [shown, setShown] = useState(asOf)
  // Another moment came by a link or by "Back to now".
  if (shown !== asOf) {
    setShown(asOf)
    setTyped(fieldText(asOf))
  }
  return (
    <TextField
      type="datetime-local"
      className={css.moment}
      step={1}
      label={m.access_as_of()}
      hint={m.access_as_of_hint()}
      value={typed}
      max={fieldOf(Date.now())}
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
