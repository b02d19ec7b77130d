import { listVintages } from '@steward/contract/reference-data/currencies'
import { api } from '../../api/client.ts'
import type { Choice } from '../../ui/form/Combobox.tsx'
import type { ChoiceQuery } from '../../ui/form/choiceSource.ts'
import { schemeTables } from '../schemes/queries.ts'
import { containing } from '../shared/where.ts'

const found = 5

/** The newest vintages whose name or scheme has each word of a text; values are `scheme/vintage`, as in the URL. */
export const vintagesMatching = (text: string): ChoiceQuery<Choice[]> => ({
  queryKey: ['choices', 'vintages', text],
  queryFn: async ({ signal }) => {
    const where = containing(['currencySchemeCode', 'vintage'], text)
    const { items } = await api(listVintages, { query: { where, limit: found, sort: 'createdAt', sortOrder: 'desc' }, signal })
    return items.map(({ currencySchemeCode, vintage }) => ({
      value: [currencySchemeCode, vintage].map(encodeURIComponent).join('/'),
      label: vintage,
      detail: currencySchemeCode,
    }))
  },
  meta: { tables: schemeTables },
})
