import { findJobs } from '@steward/contract/jobs/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { listTags } from '@steward/contract/reference-data/tags'
import { listUsers } from '@steward/contract/users/endpoints'
import { api } from '../api/client.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ChoiceQuery, ChoiceSource } from '../ui/form/choiceSource.ts'
import { fullName } from '../users/labels.ts'
import { statusLabels } from './labels.ts'

const found = 50

/** Users by username, as jobs name who created them. */
export const creatorChoices: ChoiceSource = {
  matching: (text) => ({
    queryKey: ['choices', 'creators', text],
    queryFn: async ({ signal }) =>
      (await api(listUsers, { query: { search: text, limit: found, sort: 'givenName' }, signal })).items.map((user) => ({
        value: user.username,
        label: fullName(user),
        detail: user.username,
      })),
    meta: { tables: ['app_user'] },
  }),
  // Also programs create jobs, and users that are gone.
  named: (username) => ({
    queryKey: ['choices', 'creator', username],
    queryFn: async () => ({ value: username, label: username }),
    meta: { tables: [] },
  }),
}

export const tagChoices: ChoiceSource = {
  matching: (text) => ({
    queryKey: ['choices', 'tags', text],
    queryFn: async ({ signal }) =>
      (await api(listTags, { query: { search: text, limit: found }, signal })).items.map(({ tagId, tagName }) => ({
        value: tagId,
        label: tagName,
      })),
    meta: { tables: ['tag'] },
  }),
  named: (tagId) => ({
    queryKey: ['choices', 'tag', tagId],
    queryFn: async ({ signal }) => {
      const { items } = await api(listTags, { query: { tagId, limit: 1 }, signal })
      return { value: tagId, label: items[0]?.tagName ?? tagId }
    },
    meta: { tables: ['tag'] },
  }),
}

/** The contract's limit of an id. */
const longestId = 100

/** Jobs whose id, or whose workflow's id, is the text; values are job ids. */
export const jobsById = (text: string): ChoiceQuery<Choice[]> => ({
  queryKey: ['choices', 'jobs', text],
  queryFn: async ({ signal }) => {
    if (text.length > longestId) return []
    const { items } = await api(findJobs, { query: { id: text }, signal })
    return items.map(({ jobId, workflowName, operationName, status }) => ({
      value: jobId,
      label: jobId,
      detail: m.palette_job({ name: workflowName || operationName, status: statusLabels[status]() }),
    }))
  },
  meta: { tables: ['job'] },
})
