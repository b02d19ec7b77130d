import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hasWords } from '@steward/contract/rules/search-words'
import type { ChoiceSource } from './choiceSource.ts'
import type { Choice } from './Combobox.tsx'
import { useDebounced } from './useDebounced.ts'

/** The options of a source that match the search text; until they are known, those of the text before that have it. */
export function useChoices(source: ChoiceSource, typed: string) {
  const wanted = typed.trim()
  const text = useDebounced(wanted)
  const { data, isFetching, isPlaceholderData } = useQuery({ ...source.matching(text), placeholderData: keepPreviousData })
  const isKnown = text === wanted && !isPlaceholderData
  const [early, setEarly] = useState<{ text: string; options: readonly Choice[] }>({ text: '', options: [] })
  // Who types fast and presses Enter must not choose what the text doesn't mean, and not what came in its place since.
  const options = useMemo(() => {
    const isFound = hasWords(wanted)
    if (!isKnown) return data?.filter(({ label, detail }) => isFound(label, detail))
    return data && early.text === wanted ? inFront(early.options, data) : data
  }, [data, isKnown, wanted, early])
  if (!isKnown && options !== undefined && early.text !== wanted) setEarly({ text: wanted, options })
  return { options, isFetching: isFetching || !isKnown }
}

/** The found options, in the order of those that were shown before. */
function inFront(shown: readonly Choice[], found: readonly Choice[]): readonly Choice[] {
  const places = new Map(shown.map(({ value }, index) => [value, index]))
  const placeOf = ({ value }: Choice) => places.get(value) ?? shown.length
  return found.toSorted((one, other) => placeOf(one) - placeOf(other))
}
