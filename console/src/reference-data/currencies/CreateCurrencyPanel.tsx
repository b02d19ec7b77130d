import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { currencyCode, currencyName } from '@steward/contract/rules/names'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
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

/** Creates a currency. Those of ISO 4217 are offered with their names, others are accepted (product decisions, "Currencies"). */
export function CreateCurrencyPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/currencies/currency', search: true })
  const form = useContractForm<Values, Values>({ schema, defaultValues: { currencyCode: '', currencyName: '' } })
  const mutation = useMutation({
    mutationKey: ['Currencies_create'],
    mutationFn: async (values: Values) => {
      try {
        return await writeCurrency({ ...values, isActive: true }, newRow)
      } catch (error) {
        throw alreadyExists(error, 'currencyCode', m.currencies_exists({ code: values.currencyCode }))
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
      submitLabel={m.currencies_create_submit()}
      submitDisabledReason={useEditReason()}
      errorFallback={m.currencies_error_create()}
      fieldNames={fieldNames}
    >
      <Fields form={form} />
    </PanelForm>
  )
}

function Fields({ form }: { form: ReturnType<typeof useContractForm<Values, Values>> }) {
  const existing = useQuery(allCurrenciesQuery).data
  const offered = useMemo(() => {
    const taken = new Set(existing?.items.map((currency) => currency.currencyCode))
    return isoCurrencies().filter(({ code }) => !taken.has(code))
  }, [existing])
  const code = useController({ control: form.control, name: 'currencyCode' })
  // The name that was filled in for a code; it follows the code until it is edited.
  const [proposed, setProposed] = useState<{ name: string; full: string }>()
  const propose = (currency: IsoCurrency) => {
    const typed = form.getValues('currencyName')
    if (typed !== '' && typed !== proposed?.name) return
    const short = shortName(currency)
    setProposed({ name: short, full: currency.name })
    form.setValue('currencyName', short, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const leave = () => {
    code.field.onBlur()
    const known = offered.find((currency) => currency.code === code.field.value.trim().toUpperCase())
    if (known) propose(known)
  }
  return (
    <>
      <CodeField
        value={code.field.value}
        onChange={code.field.onChange}
        onPick={propose}
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
