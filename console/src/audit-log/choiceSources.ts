import { auditCategories, auditFields, providedFields } from '@steward/contract/catalog/activity'
import { listAuditLog } from '@steward/contract/audit-log/endpoints'
import type { AuditEntry } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { hasWords } from '@steward/contract/rules/search-words'
import { api } from '../api/client.ts'
import { compareText } from '../i18n/format.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ChoiceSource } from '../ui/form/choiceSource.ts'
import { categoryLabel, fieldLabel } from '../change-text/fields.ts'
import { userChoices } from '../users/choiceSources.ts'
import { actorName, entityName } from '../change-text/labels.ts'

function labeled(choices: readonly Choice[], text: string): Choice[] {
  const isFound = hasWords(text)
  return choices.filter(({ label }) => isFound(label))
}

/** A source whose choices are known. */
function fixed(name: string, choices: () => Choice[]): ChoiceSource {
  return {
    matching: (text) => ({
      queryKey: ['choices', name, text],
      queryFn: async () => labeled(choices(), text).toSorted((a, b) => compareText(a.label, b.label)),
      meta: { tables: [] },
    }),
    named: (value) => ({
      queryKey: ['choices', name, 'named', value],
      queryFn: async () => choices().find((choice) => choice.value === value) ?? { value, label: value },
      meta: { tables: [] },
    }),
  }
}

export const categoryChoices = fixed('auditCategory', () => auditCategories.map((value) => ({ value, label: categoryLabel(value) })))

export const fieldChoices = fixed('auditField', () =>
  [...new Set([...auditFields, ...providedFields])].map((value) => ({ value, label: fieldLabel({ category: '', fieldName: value }) })),
)

/** Any time: names of what is filtered by are looked up in the whole log. */
const always = { from: '2000-01-01T00:00:00.000Z', limit: 1 }

async function latest(query: { actor: string[] } | { entity: string[] }, signal: AbortSignal): Promise<AuditEntry | undefined> {
  return (await api(listAuditLog, { query: { ...always, ...query }, signal })).items[0]
}

/** Actors that are no users, by their ids in the log. */
const others = (): Choice[] => [
  { value: 'operator', label: m.audit_actor_operator() },
  { value: 'system', label: m.audit_actor_system() },
]

/** Users, the operator and the system. Others, such as API keys, are named by their last change. */
export const actorChoices: ChoiceSource = {
  matching: (text) => {
    const users = userChoices.matching(text)
    return {
      ...users,
      queryKey: ['choices', 'actors', text],
      queryFn: async (context) => [...(await users.queryFn(context)), ...labeled(others(), text)],
    }
  },
  named: (value) => ({
    queryKey: ['choices', 'actor', value],
    queryFn: async ({ signal }) => {
      const last = await latest({ actor: [value] }, signal)
      return { value, label: last ? actorName(last) : (others().find((other) => other.value === value)?.label ?? value) }
    },
    meta: { tables: [] },
  }),
}

/** What was changed, named as in its last change. */
export const namedEntity = (value: string) => ({
  queryKey: ['choices', 'audited', value],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const last = await latest({ entity: [value] }, signal)
    return last ? entityName(last) : value
  },
})
