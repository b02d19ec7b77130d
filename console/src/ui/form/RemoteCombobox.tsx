import { useState } from 'react'
import type { ChoiceSource } from './choiceSource.ts'
import { useChoices } from './useChoices.ts'
import { Combobox, type ComboboxProps } from './Combobox.tsx'

type Own = 'options' | 'onSearch' | 'loading'

/** Selects one of many with a server search. */
export function RemoteCombobox({ source, ...rest }: { source: ChoiceSource } & Omit<ComboboxProps, Own>) {
  const [typed, setTyped] = useState('')
  // The name of the selected option is not a search text.
  const found = useChoices(source, typed === rest.value?.label ? '' : typed)
  return <Combobox {...rest} options={found.options ?? []} onSearch={setTyped} loading={found.isFetching} />
}
