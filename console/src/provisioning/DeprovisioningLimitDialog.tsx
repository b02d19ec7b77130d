import { useState } from 'react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { getProvisioning, putDeprovisioningLimit } from '@steward/contract/provisioning/endpoints'
import {
  type DeprovisioningLimit,
  type DeprovisioningLimitSettings,
  deprovisioningLimitSettings,
} from '@steward/contract/provisioning/schemas'
import { apiWithEtag } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { alerts } from '../api/alerts.ts'
import { Button } from '../ui/form/Button.tsx'
import { chosenOf } from '../ui/form/conflict.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { FormSwitch, FormTextField } from '../ui/form/fields.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { useVersionedSave } from '../ui/form/useVersionedSave.ts'
import { formatNumber } from '../i18n/time.ts'
import { typedNumber } from '../i18n/decimals.ts'
import { deprovisioningLimitTables } from './queries.ts'

/** The deprovisioning limit with the version that was loaded. */
interface VersionedDeprovisioningLimit {
  data: DeprovisioningLimit
  etag: string | undefined
}

/** The contract's rules; numbers are kept as typed. */
const wholeNumber = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1, { abort: true })
    .transform((text) => typedNumber(text) ?? Number.NaN)
    .pipe(z.number().int().min(1).max(maximum))
const settingsSchema = deprovisioningLimitSettings.extend({ sharePercent: wholeNumber(100), minimumUsers: wholeNumber(100_000) })

interface Answer {
  data: { deprovisioningLimit: DeprovisioningLimit }
  etag: string | undefined
}
const deprovisioningLimitOf = ({ data, etag }: Answer): VersionedDeprovisioningLimit => ({ data: data.deprovisioningLimit, etag })

/** Settings of the deprovisioning limit; if another administrator changed them, both versions to choose from. */
export function DeprovisioningLimitDialog({ latest, onClose }: { latest: VersionedDeprovisioningLimit; onClose: () => void }) {
  // The form keeps the version it started from, even if a newer one is loaded while it is open.
  const [base] = useState(latest)
  const form = useContractForm<z.input<typeof settingsSchema>, DeprovisioningLimitSettings>({
    schema: settingsSchema,
    defaultValues: {
      isOn: base.data.isOn,
      sharePercent: String(base.data.sharePercent),
      minimumUsers: String(base.data.minimumUsers),
    },
  })
  const save = useVersionedSave<VersionedDeprovisioningLimit, DeprovisioningLimitSettings>({
    key: 'change_deprovisioning_limit',
    save: async (body, ifMatch) => deprovisioningLimitOf(await apiWithEtag(putDeprovisioningLimit, { body, ifMatch: ifMatch ?? '*' })),
    latest: async () => deprovisioningLimitOf(await apiWithEtag(getProvisioning, {})),
    // A stop or a decision since then does not change the settings, so it is not a conflict.
    isSame: (before, theirs) => fields.every(({ show }) => show(before.data) === show(theirs.data)),
    onSaved: () => {
      void invalidateTables(deprovisioningLimitTables)
      alerts.success(m.scim_limit_saved())
      onClose()
    },
  })
  const isOn = form.watch('isOn')
  return (
    <>
      <Dialog open onClose={onClose} title={m.scim_limit_settings()} description={m.scim_limit_settings_text()}>
        <FormShell
          form={form}
          onSubmit={(values) => save.submit(values, base)}
          onDone={() => undefined}
          submitError={save.error}
          loading={save.isSubmitting}
          preview={(body) => <CallPreview endpoint={putDeprovisioningLimit} input={{ body, ifMatch: '*' }} />}
          submitLabel={m.scim_limit_save()}
          errorFallback={m.scim_error_limit()}
          secondary={<Button onClick={onClose}>{m.ui_cancel()}</Button>}
        >
          <FormSwitch control={form.control} name="isOn" label={m.scim_limit_on()} hint={isOn ? undefined : m.scim_limit_off_warning()} />
          <FormTextField
            control={form.control}
            name="sharePercent"
            label={m.scim_limit_share()}
            inputMode="numeric"
            autoComplete="off"
            readOnly={!isOn}
          />
          <FormTextField
            control={form.control}
            name="minimumUsers"
            label={m.scim_limit_minimum()}
            hint={m.scim_limit_minimum_hint()}
            inputMode="numeric"
            autoComplete="off"
            readOnly={!isOn}
          />
        </FormShell>
      </Dialog>
      <SaveConflict
        save={save}
        name={m.scim_limit()}
        fields={({ base: from, mine, theirs }) =>
          fields.map(({ id, label, show }) => ({
            id,
            label: label(),
            base: show(from.data),
            mine: show(mine),
            theirs: show(theirs.data),
          }))
        }
        resolved={({ mine, theirs }, sides) => {
          const chosen = chosenOf<DeprovisioningLimitSettings>({ mine, theirs: theirs.data }, sides)
          return {
            isOn: chosen('isOn'),
            sharePercent: chosen('sharePercent'),
            minimumUsers: chosen('minimumUsers'),
          }
        }}
        errorFallback={m.scim_error_limit()}
      />
    </>
  )
}

/** The settings on each side of a conflict. */
const fields: readonly {
  id: keyof DeprovisioningLimitSettings
  label: () => string
  show: (settings: DeprovisioningLimitSettings) => string
}[] = [
  { id: 'isOn', label: m.scim_limit_on, show: ({ isOn }) => (isOn ? m.scim_yes() : m.scim_no()) },
  { id: 'sharePercent', label: m.scim_limit_share, show: ({ sharePercent }) => formatNumber(sharePercent) },
  { id: 'minimumUsers', label: m.scim_limit_minimum, show: ({ minimumUsers }) => formatNumber(minimumUsers) },
]
