import { m } from '@steward/contract/paraglide/messages'
import { saveCurrencyScheme } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { CallPreview } from '../../effects/PreviewedEffects.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { chosenOf } from '../../ui/form/conflict.ts'
import { PanelForm, useContractForm } from '../../ui/form/FormShell.tsx'
import { SaveConflict } from '../../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../../ui/form/StaleNotice.tsx'
import { useEditBase } from '../../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../../ui/form/useVersionedSave.ts'
import { useEditReason } from './permissions.ts'
import { readScheme, schemeTables, versioned, writeScheme, type VersionedScheme } from './queries.ts'
import { conflictFields, fieldNames, isSame, schemeRow, schemeSchema, type SchemeValues, valuesOf } from './schemeForm.ts'
import { SchemeFields } from './SchemeFields.tsx'

export interface EditSchemePanelProps {
  /** As it was loaded last; a newer one replaces it while the form is open. */
  scheme: CurrencyScheme
  onClose: (isSaved?: boolean) => void
}

/** Edits a scheme; opened by `EditScheme`. */
export function EditSchemePanel({ scheme, onClose }: EditSchemePanelProps) {
  const latest = versioned(scheme)
  const { currencySchemeCode } = scheme
  const reason = useEditReason()
  const form = useContractForm<SchemeValues, SchemeValues>({ schema: schemeSchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedScheme, SchemeValues>({
    key: 'CurrencySchemes_edit',
    save: (values, ifMatch) => writeScheme(schemeRow(values), ifMatch),
    latest: () => readScheme(currencySchemeCode),
    isSame,
    onSaved: () => {
      void invalidateTables(schemeTables)
      alerts.success(m.schemes_edited({ code: currencySchemeCode }))
      onClose(true)
    },
  })
  return (
    <>
      <PanelForm
        form={form}
        title={m.schemes_edit_title({ code: currencySchemeCode })}
        onSubmit={(values) => save.submit(values, base)}
        searchParam="edit"
        onClose={() => onClose()}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(values) => <CallPreview endpoint={saveCurrencyScheme} input={{ body: [schemeRow(values)] }} />}
        submitLabel={m.schemes_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.schemes_error_edit()}
        fieldNames={fieldNames}
      >
        {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
        <StaleNotice show={isDirty && !isSame(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <SchemeFields form={form} scheme={scheme} />
      </PanelForm>
      <SaveConflict
        save={save}
        name={currencySchemeCode}
        fields={(conflict) => conflictFields(valuesIn(conflict, valuesOf))}
        resolved={(conflict, sides) => {
          const chosen = chosenOf(valuesIn(conflict, valuesOf), sides)
          return {
            currencySchemeCode,
            currencySchemeName: chosen('currencySchemeName'),
            anchorCurrencyCode: chosen('anchorCurrencyCode'),
            sourceName: chosen('sourceName'),
            externalId: chosen('externalId'),
            updateIntervalInDays: chosen('updateIntervalInDays'),
            isActive: chosen('isActive'),
            isDefault: chosen('isDefault'),
          }
        }}
        errorFallback={m.schemes_error_edit()}
      />
    </>
  )
}
