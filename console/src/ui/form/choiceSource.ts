import { useQuery } from '@tanstack/react-query'
import type { Choice } from './Combobox.tsx'

/** A query for options; its key begins with the name of the entity. */
export interface ChoiceQuery<T> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
  meta: { tables: readonly string[] }
}

/** Where a picker gets its options. Each area has one per entity: users, groups, roles. */
export interface ChoiceSource {
  /** Options that match a search text; for an empty text all of them, or the first page. */
  matching: (text: string) => ChoiceQuery<Choice[]>
  /** One option by its value, for values from a URL. */
  named: (value: string) => ChoiceQuery<Choice>
}

/** A source whose code loads when a picker is opened or a value is named, under the names of its queries. */
export function lateSource(
  names: { all: string; one: string },
  tables: readonly string[],
  load: () => Promise<ChoiceSource>,
): ChoiceSource {
  const late = <T>(queryKey: readonly unknown[], query: (source: ChoiceSource) => ChoiceQuery<T>): ChoiceQuery<T> => ({
    queryKey,
    queryFn: async (context) => query(await load()).queryFn(context),
    meta: { tables },
  })
  return {
    matching: (text) => late(['choices', names.all, text], (source) => source.matching(text)),
    named: (value) => late(['choices', names.one, value], (source) => source.named(value)),
  }
}

/** Shown in place of a name until it has loaded. */
export const unnamed = '…'

/** The name of a value; undefined for no value. */
export function useName(source: ChoiceSource, value: string | undefined): string | undefined {
  const { data } = useQuery({ ...source.named(value ?? ''), enabled: value !== undefined })
  return value === undefined ? undefined : (data?.label ?? unnamed)
}
