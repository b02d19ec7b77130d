import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fold } from '../../i18n/match.ts'
import type { Choice } from './Combobox.tsx'
import { useDebounced } from './useDebounced.ts'

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

/** The options of a source that match the search text; until they are known, those of the text before that have it. */
export function useChoices(source: ChoiceSource, typed: string) {
  const wanted = typed.trim()
  const text = useDebounced(wanted)
  const { data, isFetching, isPlaceholderData } = useQuery({ ...source.matching(text), placeholderData: keepPreviousData })
  const isKnown = text === wanted && !isPlaceholderData
  const [early, setEarly] = useState<{ text: string; options: readonly Choice[] }>({ text: '', options: [] })
  // Who types fast and presses Enter must not choose what the text doesn't mean, and not what came in its place since.
  const options = useMemo(() => {
    if (!isKnown) return data?.filter((choice) => hasWords(choice, wanted))
    return data && early.text === wanted ? inFront(early.options, data) : data
  }, [data, isKnown, wanted, early])
  if (!isKnown && options !== undefined && early.text !== wanted) setEarly({ text: wanted, options })
  return { options, isFetching: isFetching || !isKnown }
}

/** Whether every typed word is in an option as it is shown. */
function hasWords({ label, detail = '' }: Choice, text: string): boolean {
  const shown = fold(`${label} ${detail}`)
  return fold(text)
    .split(/\s+/)
    .every((word) => shown.includes(word))
}

/** The found options, in the order of those that were shown before. */
function inFront(shown: readonly Choice[], found: readonly Choice[]): readonly Choice[] {
  const places = new Map(shown.map(({ value }, index) => [value, index]))
  const placeOf = ({ value }: Choice) => places.get(value) ?? shown.length
  return found.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Shown in place of a name until it has loaded. */
export const unnamed = '…'

/** The name of a value; undefined for no value. */
export function useName(source: ChoiceSource, value: string | undefined): string | undefined {
  const { data } = useQuery({ ...source.named(value ?? ''), enabled: value !== undefined })
  return value === undefined ? undefined : (data?.label ?? unnamed)
}
