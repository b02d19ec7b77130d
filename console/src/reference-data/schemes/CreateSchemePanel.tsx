import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { saveCurrencyScheme } from '@steward/contract/reference-data/currencies'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { CallPreview } from '../../effects/PreviewedEffects.tsx'
import { PanelForm, useContractForm } from '../../ui/form/FormShell.tsx'
import { alreadyExists, newRow } from '../shared/alreadyExists.ts'
import { useEditReason } from './permissions.ts'
import { schemeTables, writeScheme } from './queries.ts'
import { fieldNames, noScheme, schemeRow, schemeSchema, type SchemeValues } from './schemeForm.ts'
import { SchemeFields } from './SchemeFields.tsx'

const takenText = ({ currencySchemeCode: code }: SchemeValues): string => m.schemes_exists({ code })

/** Creates a currency scheme, without vintages. */
export function CreateSchemePanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/currencies/currency-schemes', search: true })
  const form = useContractForm<SchemeValues, SchemeValues>({ schema: schemeSchema, defaultValues: noScheme })
  const mutation = useMutation({
    mutationKey: ['CurrencySchemes_create'],
    mutationFn: async (values: SchemeValues) => {
      try {
        return await writeScheme(schemeRow(values), newRow)
      } catch (error) {
        throw alreadyExists(error, 'currencySchemeCode', takenText(values))
      }
    },
    onSuccess: ({ data }) => {
      void invalidateTables(schemeTables)
      alerts.success(m.schemes_created({ code: data.currencySchemeCode }))
    },
  })
  const created = useRef('')
  const submit = async (values: SchemeValues) => {
    created.current = (await mutation.mutateAsync(values)).data.currencySchemeCode
  }
  /** To its page, where the first vintage is added. */
  const open = () => void navigate({ to: '/reference-data/currencies/currency-schemes/$scheme', params: { scheme: created.current } })
  return (
    <PanelForm
      form={form}
      title={m.schemes_create()}
      description={m.schemes_create_text()}
      onSubmit={submit}
      onClose={close}
      onDone={open}
      submitError={mutation.error}
      loading={mutation.isPending}
      preview={(values) => (
        <CallPreview
          endpoint={saveCurrencyScheme}
          input={{ body: [schemeRow(values)], ifMatch: newRow }}
          refusals={{ version_conflict: takenText(values) }}
        />
      )}
      submitLabel={m.schemes_create_submit()}
      submitDisabledReason={useEditReason()}
      errorFallback={m.schemes_error_create()}
      fieldNames={fieldNames}
    >
      <SchemeFields form={form} />
    </PanelForm>
  )
}
