import { useState } from 'react'
import { useChoices, type ChoiceSource } from './choiceSource.ts'
import { Combobox, type ComboboxProps } from './Combobox.tsx'

type Own = 'options' | 'onSearch' | 'loading'

/** One of many, looked for on the server. */
export function RemoteCombobox({ source, ...rest }: { source: ChoiceSource } & Omit<ComboboxProps, Own>) {
  const [typed, setTyped] = useState('')
  // The chosen one's own name is not something that was looked for.
  const found = useChoices(source, typed === rest.value?.label ? '' : typed)
  return <Combobox {...rest} options={found.data ?? []} onSearch={setTyped} loading={found.isFetching} />
}
