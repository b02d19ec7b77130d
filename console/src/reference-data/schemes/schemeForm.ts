import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { isUpdateIntervalInDays } from '@steward/contract/rules/name-rules'
import { currencySchemeCode, currencySchemeName } from '@steward/contract/rules/names'
import { lineText } from '@steward/contract/text'
import { formatNumber } from '../../i18n/time.ts'
import { plainNumber } from '../../i18n/decimals.ts'
import type { Choice } from '../../ui/form/Combobox.tsx'
import type { ConflictField } from '../../ui/form/conflict.ts'
import type { SchemeRow, VersionedScheme } from './queries.ts'

/** The contract's rules; the anchor is kept as the field's option, the interval as typed. */
export const schemeSchema = z.strictObject({
  currencySchemeCode,
  currencySchemeName,
  anchorCurrencyCode: z.custom<Choice | null>((value) => value !== null, { params: { code: 'required' } }),
  sourceName: lineText(64),
  externalId: lineText(64),
  updateIntervalInDays: z
    .string()
    .transform((text) => plainNumber(text) ?? text)
    .refine((text) => /^\d+$/.test(text) && isUpdateIntervalInDays(Number(text)), { params: { code: 'update_interval_invalid' } }),
  isActive: z.boolean(),
  isDefault: z.boolean(),
})
export type SchemeValues = z.output<typeof schemeSchema>

export const noScheme: SchemeValues = {
  currencySchemeCode: '',
  currencySchemeName: '',
  anchorCurrencyCode: null,
  sourceName: '',
  externalId: '',
  updateIntervalInDays: '0',
  isActive: true,
  isDefault: false,
}

export const anchorChoice = (code: string, name?: string): Choice => ({
  value: code,
  label: name === undefined ? code : `${code} – ${name}`,
})

export const schemeValues = (scheme: CurrencyScheme): SchemeValues => ({
  currencySchemeCode: scheme.currencySchemeCode,
  currencySchemeName: scheme.currencySchemeName,
  anchorCurrencyCode: anchorChoice(scheme.anchorCurrencyCode),
  sourceName: scheme.sourceName,
  externalId: scheme.externalId,
  updateIntervalInDays: String(scheme.updateIntervalInDays),
  isActive: scheme.isActive,
  isDefault: scheme.isDefault,
})

export const valuesOf = ({ data }: VersionedScheme): SchemeValues => schemeValues(data)

/** The form's values as a row to save. */
export const schemeRow = ({ anchorCurrencyCode, updateIntervalInDays, ...rest }: SchemeValues): SchemeRow => ({
  ...rest,
  anchorCurrencyCode: anchorCurrencyCode?.value ?? '',
  updateIntervalInDays: Number(updateIntervalInDays),
})

/** A scheme is sent as an array of one row; errors name the row's fields. */
export const fieldNames = {
  '0.currencySchemeCode': 'currencySchemeCode',
  '0.currencySchemeName': 'currencySchemeName',
  '0.anchorCurrencyCode': 'anchorCurrencyCode',
  '0.sourceName': 'sourceName',
  '0.externalId': 'externalId',
  '0.updateIntervalInDays': 'updateIntervalInDays',
  '0.isActive': 'isActive',
  '0.isDefault': 'isDefault',
} as const

type Field = Exclude<keyof SchemeValues, 'currencySchemeCode'>

const yesNo = (value: boolean): string => (value ? m.schemes_yes() : m.schemes_no())

/** The fields that can change, with their labels and their values as text. */
const texts: Record<Field, { label: () => string; text: (values: SchemeValues) => string }> = {
  currencySchemeName: { label: m.currencies_column_name, text: (values) => values.currencySchemeName },
  anchorCurrencyCode: { label: m.schemes_field_anchor, text: (values) => values.anchorCurrencyCode?.value ?? '' },
  sourceName: { label: m.schemes_column_source, text: (values) => values.sourceName },
  externalId: { label: m.schemes_field_external, text: (values) => values.externalId },
  updateIntervalInDays: { label: m.schemes_field_interval, text: (values) => formatNumber(Number(values.updateIntervalInDays)) },
  isActive: { label: m.tags_column_active, text: (values) => yesNo(values.isActive) },
  isDefault: { label: m.schemes_default, text: (values) => yesNo(values.isDefault) },
}

// The keys of the object above.
const fields = Object.keys(texts) as Field[]

/** Each side of a conflict, as text. */
export const conflictFields = ({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', SchemeValues>): ConflictField[] =>
  fields.map((id) => {
    const { label, text } = texts[id]
    return { id, label: label(), base: text(base), mine: text(mine), theirs: text(theirs) }
  })

/** Whether the fields that people choose are equal; a new vintage changes others. */
export const isSame = (a: VersionedScheme, b: VersionedScheme): boolean =>
  fields.every((id) => texts[id].text(valuesOf(a)) === texts[id].text(valuesOf(b)))
