import { listApiKeys } from '@steward/contract/api-keys/endpoints'
import { api } from '../api/client.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ChoiceQuery } from '../ui/form/choiceSource.ts'
import { listInput } from './search.ts'

/** The API keys that match a text; values are ids. */
export const keysMatching = (text: string): ChoiceQuery<Choice[]> => ({
  queryKey: ['choices', 'api-keys', text],
  queryFn: async ({ signal }) =>
    (await api(listApiKeys, { query: listInput({ q: text }), signal })).items.map((key) => ({
      value: key.apiKeyId,
      label: key.apiKeyName,
      detail: `${key.prefix}…`,
    })),
  meta: { tables: ['api_key'] },
})
