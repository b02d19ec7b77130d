import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { z } from 'zod'
import { saveVintage } from '@steward/contract/reference-data/currencies'
import { saveVintageBody, type CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { CallPreview } from '../../effects/PreviewedEffects.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { FormTextField } from '../../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../../ui/form/FormShell.tsx'
import { alreadyExists, newRow } from '../shared/alreadyExists.ts'
import { useEditReason } from '../schemes/permissions.ts'
import { schemeQuery, schemeTables } from '../schemes/queries.ts'
import { createDraft, draft } from './queries.ts'

const path = '/reference-data/currencies/currency-schemes/$scheme'
const schema = saveVintageBody.element.pick({ vintage: true, sourceName: true })

/** Creates a draft. Its rates come next, by an upload. */
export function CreateVintagePanel({ code }: { code: string }) {
  const scheme = useQuery(schemeQuery(code)).data?.items[0]
  // The form begins with the scheme's source; without the scheme, the page behind says why.
  return scheme === undefined ? null : <Form scheme={scheme} />
}

function Form({ scheme }: { scheme: CurrencyScheme }) {
  const navigate = useNavigate()
  const code = scheme.currencySchemeCode
  const reason = useEditReason()
  const form = useContractForm({ schema, defaultValues: { vintage: '', sourceName: scheme.sourceName } })
  const created = useRef('')
  const mutation = useMutation({
    mutationKey: ['CurrencyVintage_create'],
    mutationFn: async ({ vintage, sourceName }: z.output<typeof schema>) => {
      try {
        return await createDraft({ scheme: code, vintage }, sourceName)
      } catch (error) {
        throw alreadyExists(error, 'vintage', m.vintages_taken({ vintage }))
      }
    },
    onSuccess: ({ vintage }) => {
      created.current = vintage
      void invalidateTables(schemeTables)
      alerts.success(m.vintages_created({ vintage }))
    },
  })
  return (
    <PanelForm
      form={form}
      title={m.vintages_create()}
      description={m.vintages_create_text({ scheme: scheme.currencySchemeName })}
      onSubmit={mutation.mutateAsync}
      onClose={() => void navigate({ to: path, params: { scheme: code }, search: true })}
      onDone={() => void navigate({ to: `${path}/$version/upload`, params: { scheme: code, version: created.current } })}
      submitError={mutation.error}
      loading={mutation.isPending}
      preview={({ vintage, sourceName }) => (
        <CallPreview
          endpoint={saveVintage}
          input={{ body: draft({ scheme: code, vintage }, sourceName), ifMatch: newRow }}
          refusals={{ version_conflict: m.vintages_taken({ vintage }) }}
        />
      )}
      submitLabel={m.vintages_create_submit()}
      submitDisabledReason={reason}
      errorFallback={m.vintages_error_create()}
    >
      <Callout tone="info">{m.vintages_immutable()}</Callout>
      <FormTextField
        control={form.control}
        name="vintage"
        label={m.vintages_field_name()}
        hint={m.vintages_field_name_hint()}
        autoComplete="off"
        maxLength={32}
      />
      <FormTextField
        control={form.control}
        name="sourceName"
        label={m.vintages_field_source()}
        optional
        autoComplete="off"
        maxLength={64}
      />
    </PanelForm>
  )
}
