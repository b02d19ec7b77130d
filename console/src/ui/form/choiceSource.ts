import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { Choice } from './Combobox.tsx'
import { useDebounced } from './useDebounced.ts'

/** A query that answers choices; its key begins with the name of what is chosen. */
export interface ChoiceQuery<T> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
  meta: { tables: readonly string[] }
}

/** Where a picker finds what can be chosen. An area has one for each kind of thing: users, groups, roles. */
export interface ChoiceSource {
  /** Those that fit a text; all, or the first of them, for an empty one. */
  matching: (text: string) => ChoiceQuery<Choice[]>
  /** One by its value, for values that come from a URL. */
  named: (value: string) => ChoiceQuery<Choice>
}

/** The choices of a source that fit what is typed. */
export function useChoices(source: ChoiceSource, typed: string) {
  const text = useDebounced(typed.trim())
  return useQuery({ ...source.matching(text), placeholderData: keepPreviousData })
}

/** The choices behind values; one whose name is not known yet has none to show. */
export function useNamed(source: ChoiceSource, values: readonly string[]): Choice[] {
  const queries = useQueries({ queries: values.map((value) => source.named(value)) })
  return values.map((value, index) => queries[index]?.data ?? { value, label: '…' })
}
