import { listCurrencySchemes } from '@steward/contract/reference-data/currencies'
import { api } from '../../api/client.ts'
import type { Choice } from '../../ui/form/Combobox.tsx'
import type { ChoiceQuery } from '../../ui/form/choiceSource.ts'
import { containing } from '../shared/where.ts'
import { schemeTables } from './queries.ts'

const found = 20

/** Schemes whose code or name has each word of a text; values are codes. */
export const schemesMatching = (text: string): ChoiceQuery<Choice[]> => ({
  queryKey: ['choices', 'schemes', text],
  queryFn: async ({ signal }) => {
    const where = containing(['currencySchemeCode', 'currencySchemeName'], text)
    const { items } = await api(listCurrencySchemes, { query: { where, limit: found, sort: 'currencySchemeName' }, signal })
    return items.map(({ currencySchemeCode, currencySchemeName }) => ({
      value: currencySchemeCode,
      label: currencySchemeName,
      detail: currencySchemeCode,
    }))
  },
  meta: { tables: schemeTables },
})
