import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { Combobox } from '../../ui/form/Combobox.tsx'
import type { ContractForm } from '../../ui/form/FormShell.tsx'
import { FormSwitch, FormTextField } from '../../ui/form/fields.tsx'
import { allCurrenciesQuery } from '../currencies/queries.ts'
import { defaultSchemeQuery } from './queries.ts'
import { anchorChoice, type SchemeValues } from './schemeForm.ts'

interface SchemeFieldsProps {
  form: ContractForm<SchemeValues>
  /** Undefined for a new one. */
  scheme?: CurrencyScheme
}

/** Every field of a currency scheme (second specification file, section 3). The code of an existing one can't be changed. */
export function SchemeFields({ form, scheme }: SchemeFieldsProps) {
  return (
    <>
      {scheme === undefined ? (
        <FormTextField
          control={form.control}
          name="currencySchemeCode"
          label={m.currencies_column_code()}
          hint={m.schemes_code_hint()}
          autoComplete="off"
          spellCheck={false}
          maxLength={32}
        />
      ) : null}
      <FormTextField
        control={form.control}
        name="currencySchemeName"
        label={m.currencies_column_name()}
        autoComplete="off"
        maxLength={64}
      />
      <Anchor form={form} isFixed={scheme?.hasRates === true} />
      <FormTextField
        control={form.control}
        name="sourceName"
        label={m.schemes_column_source()}
        hint={m.schemes_source_hint()}
        optional
        maxLength={64}
      />
      <FormTextField
        control={form.control}
        name="externalId"
        label={m.schemes_field_external()}
        hint={m.schemes_external_hint()}
        optional
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
      />
      <FormTextField
        control={form.control}
        name="updateIntervalInDays"
        label={m.schemes_field_interval()}
        hint={m.schemes_interval_hint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
      <Switches form={form} scheme={scheme} />
    </>
  )
}

/** An active currency; once there are rates, the one they are given against. */
function Anchor({ form, isFixed }: { form: ContractForm<SchemeValues>; isFixed: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'anchorCurrencyCode' })
  const { data, isPending } = useQuery(allCurrenciesQuery)
  const choices = useMemo(
    () =>
      (data?.items ?? [])
        .filter(({ isActive }) => isActive)
        .map(({ currencyCode, currencyName }) => anchorChoice(currencyCode, currencyName)),
    [data],
  )
  // The name of the current one comes with the list.
  const value = choices.find((choice) => choice.value === field.value?.value) ?? field.value
  return (
    <Combobox
      name={field.name}
      label={m.schemes_field_anchor()}
      hint={isFixed ? m.error_anchor_in_use() : m.schemes_anchor_hint()}
      placeholder={m.schemes_anchor_find()}
      options={choices}
      loading={isPending}
      value={value}
      onChange={field.onChange}
      error={fieldState.error?.message}
      disabled={isFixed}
    />
  )
}

function Switches({ form, scheme }: SchemeFieldsProps) {
  const isNowDefault = scheme?.isDefault === true
  const [current] = useQuery(defaultSchemeQuery).data?.items ?? []
  const replaced = current?.currencySchemeCode === scheme?.currencySchemeCode ? undefined : current
  return (
    <>
      <FormSwitch
        control={form.control}
        name="isActive"
        label={m.tags_column_active()}
        hint={isNowDefault ? m.schemes_default_active() : m.schemes_active_hint()}
        disabled={isNowDefault}
      />
      <FormSwitch
        control={form.control}
        name="isDefault"
        label={m.schemes_default()}
        hint={
          isNowDefault
            ? m.schemes_default_fixed()
            : replaced
              ? m.schemes_default_replaces({ name: replaced.currencySchemeName })
              : m.schemes_default_hint()
        }
        disabled={isNowDefault}
      />
    </>
  )
}
