import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { putBrakeSettings, type Brake } from '@steward/contract/scim'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { alerts } from '../ui/alerts.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { FormSwitch, FormTextField } from '../ui/form/fields.tsx'
import { Card } from '../ui/layout.tsx'
import { formatNumber } from '../ui/time.ts'
import css from './provisioning.module.css'
import { brakeTables } from './queries.ts'

interface BrakeCardProps {
  brake: Brake
  etag: string | undefined
}

/** How much of what may be taken away in an hour is used, and how much that is. */
export function BrakeCard({ brake, etag }: BrakeCardProps) {
  const [editing, setEditing] = useState(false)
  const used = Math.min(1, brake.removed / brake.limit)
  return (
    <Card
      title={m.scim_brake()}
      actions={
        <Button small onClick={() => setEditing(true)}>
          {m.scim_brake_change()}
        </Button>
      }
    >
      <div className={css.stack}>
        {brake.isOn ? (
          <>
            <p>{m.scim_brake_used({ count: brake.removed, limit: formatNumber(brake.limit) })}</p>
            <div className={css.meter} aria-hidden>
              <span className={cx(used >= 0.7 && css.near)} style={{ width: `${used * 100}%` }} />
            </div>
            <p className={css.muted}>
              {m.scim_brake_rule({ share: formatNumber(brake.sharePercent), minimum: formatNumber(brake.minimumUsers) })}
            </p>
          </>
        ) : (
          <p>{m.scim_brake_off()}</p>
        )}
      </div>
      {editing ? <SettingsDialog brake={brake} etag={etag} onClose={() => setEditing(false)} /> : null}
    </Card>
  )
}

/** The contract's rules; numbers are held as what is typed. */
const wholeNumber = (maximum: number) =>
  z.string().trim().min(1, { abort: true }).transform(Number).pipe(z.number().int().min(1).max(maximum))
const settingsSchema = putBrakeSettings.body.extend({ sharePercent: wholeNumber(100), minimumUsers: wholeNumber(100_000) })

function SettingsDialog({ brake, etag, onClose }: BrakeCardProps & { onClose: () => void }) {
  // The version that the form was made from, whatever arrives while it is open.
  const [from] = useState(etag)
  const form = useContractForm<z.input<typeof settingsSchema>, z.output<typeof settingsSchema>>({
    schema: settingsSchema,
    defaultValues: { isOn: brake.isOn, sharePercent: String(brake.sharePercent), minimumUsers: String(brake.minimumUsers) },
  })
  const mutation = useMutation({
    mutationKey: ['change_provisioning_brake'],
    mutationFn: (body: z.output<typeof settingsSchema>) => api(putBrakeSettings, { body, ifMatch: from ?? '*' }),
    onSuccess: () => {
      void invalidateTables(brakeTables)
      alerts.success(m.scim_brake_saved())
    },
  })
  const isOn = form.watch('isOn')
  return (
    <Dialog open onClose={onClose} title={m.scim_brake_settings()} description={m.scim_brake_settings_text()}>
      <FormShell
        form={form}
        onSubmit={mutation.mutateAsync}
        onDone={onClose}
        submitError={mutation.error}
        loading={mutation.isPending}
        submitLabel={m.scim_brake_save()}
        errorFallback={m.scim_error_brake()}
        secondary={<Button onClick={onClose}>{m.ui_cancel()}</Button>}
      >
        <FormSwitch control={form.control} name="isOn" label={m.scim_brake_on()} hint={isOn ? undefined : m.scim_brake_off_warning()} />
        <FormTextField
          control={form.control}
          name="sharePercent"
          label={m.scim_brake_share()}
          inputMode="numeric"
          autoComplete="off"
          readOnly={!isOn}
        />
        <FormTextField
          control={form.control}
          name="minimumUsers"
          label={m.scim_brake_minimum()}
          hint={m.scim_brake_minimum_hint()}
          inputMode="numeric"
          autoComplete="off"
          readOnly={!isOn}
        />
      </FormShell>
    </Dialog>
  )
}
