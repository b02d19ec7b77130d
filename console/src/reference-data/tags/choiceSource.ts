import { listTags } from '@steward/contract/reference-data/tags'
import { api } from '../../api/client.ts'
import type { Choice } from '../../ui/form/Combobox.tsx'
import type { ChoiceQuery } from '../../ui/form/choiceSource.ts'

/** The tags that match a text; values are ids. */
export const tagsMatching = (text: string): ChoiceQuery<Choice[]> => ({
  queryKey: ['choices', 'tags', text],
  queryFn: async ({ signal }) =>
    (await api(listTags, { query: { search: text }, signal })).items.map((tag) => ({ value: tag.tagId, label: tag.tagName })),
  meta: { tables: ['tag'] },
})
