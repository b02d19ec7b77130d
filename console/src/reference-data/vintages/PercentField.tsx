import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSent } from '../../ui/form/useSent.ts'
import css from './PercentField.module.css'

/** From which move on a rate is shown: 0 to 1000 percent. */
export function PercentField({ value, onChange }: { value: number; onChange: (percent: number) => void }) {
  const [typed, setTyped] = useState(String(value))
  const noteSent = useSent(value, () => Number(typed) !== value && setTyped(String(value)))
  return (
    <div className={css.field}>
      <TextField
        type="number"
        min={0}
        max={1_000}
        step="any"
        label={m.vintages_percent()}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          const percent = event.target.valueAsNumber
          if (!(percent >= 0 && percent <= 1_000)) return
          noteSent(percent)
          onChange(percent)
        }}
      />
    </div>
  )
}
