import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { saveCurrency } from '@steward/contract/reference-data/currencies'
import { currencyCode, currencyName } from '@steward/contract/rules/names'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { CallPreview } from '../../effects/PreviewedEffects.tsx'
import { FormTextField } from '../../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../../ui/form/FormShell.tsx'
import { alreadyExists, newRow } from '../shared/alreadyExists.ts'
import { CodeField } from './CodeField.tsx'
import { fieldNames } from './fieldNames.ts'
import { isoCurrencies, shortName, type IsoCurrency } from './iso.ts'
import { useEditReason } from './permissions.ts'
import { allCurrenciesQuery, currencyTables, writeCurrency } from './queries.ts'

const schema = z.strictObject({ currencyCode, currencyName })
type Values = z.output<typeof schema>

const rowOf = (values: Values) => ({ ...values, isActive: true })
const takenText = ({ currencyCode: code }: Values): string => m.currencies_exists({ code })

/** Creates a currency. Those of ISO 4217 are offered with their names, others are accepted (product decisions, "Currencies"). */
export function CreateCurrencyPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/currencies/currency', search: true })
  const form = useContractForm<Values, Values>({ schema, defaultValues: { currencyCode: '', currencyName: '' } })
  const mutation = useMutation({
    mutationKey: ['Currencies_create'],
    mutationFn: async (values: Values) => {
      try {
        return await writeCurrency(rowOf(values), newRow)
      } catch (error) {
        throw alreadyExists(error, 'currencyCode', takenText(values))
      }
    },
    onSuccess: ({ data }) => {
      void invalidateTables(currencyTables)
      alerts.success(m.currencies_created({ code: data.currencyCode }))
    },
  })
  return (
    <PanelForm
      form={form}
      title={m.currencies_create()}
      description={m.currencies_create_text()}
      onSubmit={mutation.mutateAsync}
      onClose={close}
      submitError={mutation.error}
      loading={mutation.isPending}
      preview={(values) => (
        <CallPreview
          endpoint={saveCurrency}
          input={{ body: [rowOf(values)], ifMatch: newRow }}
          refusals={{ version_conflict: takenText(values) }}
        />
      )}
      submitLabel={m.currencies_create_submit()}
      submitDisabledReason={useEditReason()}
      errorFallback={m.currencies_error_create()}
      fieldNames={fieldNames}
    >
      <Fields form={form} />
    </PanelForm>
  )
}

interface Proposal {
  name: string
  full: string
}

function Fields({ form }: { form: ReturnType<typeof useContractForm<Values, Values>> }) {
  const existing = useQuery(allCurrenciesQuery).data
  const taken = useMemo(() => new Set(existing?.items.map((currency) => currency.currencyCode)), [existing])
  const offered = useMemo(() => isoCurrencies().filter(({ code }) => !taken.has(code)), [taken])
  const code = useController({ control: form.control, name: 'currencyCode' })
  // The name that was filled in for a code; it follows the code until it is edited.
  const [proposed, setProposed] = useState<Proposal>()
  const propose = (proposal: Proposal | undefined) => {
    const name = form.getValues('currencyName')
    if (name !== '' && name !== proposed?.name) return
    setProposed(proposal)
    form.setValue('currencyName', proposal?.name ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const pick = (currency: IsoCurrency) => propose({ name: shortName(currency), full: currency.name })
  const leave = () => {
    code.field.onBlur()
    const typed = code.field.value.trim().toUpperCase()
    const known = offered.find((currency) => currency.code === typed)
    if (known) pick(known)
    else propose(undefined)
    if (taken.has(typed)) form.setError('currencyCode', { type: 'exists', message: m.currencies_exists({ code: typed }) })
  }
  return (
    <>
      <CodeField
        value={code.field.value}
        onChange={(typed) => {
          form.clearErrors('currencyCode')
          code.field.onChange(typed)
        }}
        onPick={pick}
        onBlur={leave}
        currencies={offered}
        error={code.fieldState.error?.message}
      />
      <FormTextField
        control={form.control}
        name="currencyName"
        label={m.currencies_column_name()}
        hint={
          proposed === undefined || proposed.full === proposed.name
            ? m.currencies_name_hint()
            : m.currencies_name_shortened({ name: proposed.full })
        }
        autoComplete="off"
        maxLength={16}
      />
    </>
  )
}
