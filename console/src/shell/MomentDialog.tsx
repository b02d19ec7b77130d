import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { useShownMoment } from '../api/moment.ts'
import { Button } from '../ui/form/Button.tsx'
import { MomentField } from '../ui/form/MomentField.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

interface MomentDialogProps {
  open: boolean
  onClose: () => void
}

const formId = 'moment-form'

/** Chooses the moment that the console shows. */
export function MomentDialog({ open, onClose }: MomentDialogProps) {
  const navigate = useNavigate()
  const [moment, setMoment] = useState(useShownMoment())
  const [isTried, setTried] = useState(false)
  const show = () => {
    setTried(true)
    if (moment !== undefined) void navigate({ to: '.', search: (previous) => ({ ...previous, moment }), hash: '' })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.shell_moment()}
      description={m.shell_moment_text()}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button kind="primary" type="submit" form={formId}>
            {m.shell_moment_show()}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          show()
        }}
      >
        <MomentField
          label={m.access_as_of()}
          hint={m.shell_moment_hint()}
          error={isTried && moment === undefined ? m.shell_moment_missing() : undefined}
          moment={moment}
          onChange={setMoment}
        />
      </form>
    </Dialog>
  )
}
