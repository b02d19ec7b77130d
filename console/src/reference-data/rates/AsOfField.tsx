import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSent } from '../../ui/form/useSent.ts'
import { dayParam } from './search.ts'
import css from './AsOfField.module.css'

interface AsOfFieldProps {
  /** `YYYY-MM-DD`; undefined for the newest rates. */
  value: string | undefined
  /** The days that a vintage has rates of; null without rates. */
  first: string | null
  last: string | null
  onChange: (day: string | undefined) => void
  /** On one line with its label, beside a table's filters. */
  inToolbar?: boolean
}

/** While a year is typed, browsers report years such as 20 and 202. */
const firstDay = '1900-01-01'

/** The day as of which rates are shown: the newest rate on or before it. */
export function AsOfField({ value, first, last, onChange, inToolbar = false }: AsOfFieldProps) {
  const [typed, setTyped] = useState(value ?? '')
  const noteSent = useSent(value, () => dayParam(typed) !== value && setTyped(value ?? ''))
  const change = (text: string) => {
    setTyped(text)
    const day = dayParam(text)
    if (text !== '' && (day === undefined || day < firstDay)) return
    noteSent(day)
    onChange(day)
  }
  return (
    <div className={inToolbar ? css.inToolbar : undefined}>
      <TextField
        type="date"
        label={m.rates_as_of()}
        value={typed}
        min={first ?? undefined}
        max={last ?? undefined}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  )
}
