import { useId, useState, type FormEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { useShownTimeZone } from '../../theme/preferences.ts'
import { Button } from '../form/Button.tsx'
import { TextField } from '../form/TextField.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import type { RangeSearch } from './rangeSearch.ts'
import { dayOf, dayStart } from './range.ts'
import css from './RangeDialog.module.css'

interface RangeDialogProps {
  value: RangeSearch
  onChoose: (range: { from: string | undefined; until: string | undefined }) => void
  onClose: () => void
}

/** Chooses whole days in the time zone that is shown. */
export function RangeDialog({ value, onChoose, onClose }: RangeDialogProps) {
  const timeZone = useShownTimeZone()
  const form = useId()
  const [from, setFrom] = useState(value.from === undefined ? '' : dayOf(value.from, timeZone))
  const [to, setTo] = useState(value.until === undefined ? '' : dayOf(new Date(Date.parse(value.until) - 1).toISOString(), timeZone))
  const [isSent, setIsSent] = useState(false)
  const isEmpty = from === '' && to === ''
  const isBackward = from !== '' && to !== '' && to < from
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The form is in a portal, but its events still reach the forms around it.
    event.stopPropagation()
    setIsSent(true)
    if (isEmpty || isBackward) return
    onChoose({
      from: from === '' ? undefined : dayStart(from, timeZone),
      until: to === '' ? undefined : dayStart(to, timeZone, 1),
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.range_custom()}
      description={m.range_custom_text()}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button kind="primary" type="submit" form={form}>
            {m.range_apply()}
          </Button>
        </>
      }
    >
      <form id={form} className={css.fields} onSubmit={submit} noValidate>
        <TextField
          type="date"
          label={m.range_from()}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={isSent && isEmpty ? m.range_required() : undefined}
        />
        <TextField
          type="date"
          label={m.range_to()}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={isSent && isBackward ? m.range_order() : undefined}
        />
      </form>
    </Dialog>
  )
}
