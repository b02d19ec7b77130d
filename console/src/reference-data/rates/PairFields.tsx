import { m } from '@steward/contract/paraglide/messages'
import { Combobox, type Choice } from '../../ui/form/Combobox.tsx'
import { SwapRow } from '../shared/SwapRow.tsx'
import { currencyName } from './currencyText.ts'
import type { PairSearch } from './search.ts'

interface PairFieldsProps {
  currencies: readonly string[]
  from: string
  to: string
  onChange: (patch: PairSearch) => void
}

/** Two currencies, and a button that swaps them. */
export function PairFields({ currencies, from, to, onChange }: PairFieldsProps) {
  const choices = currencies.map(choiceOf)
  return (
    <SwapRow
      swapLabel={m.rates_swap()}
      onSwap={() => onChange({ from: to, to: from })}
      before={
        <Combobox
          label={m.rates_column_from()}
          options={choices}
          value={choiceOf(from)}
          onChange={(choice) => choice && onChange({ from: choice.value })}
        />
      }
      after={
        <Combobox
          label={m.rates_column_to()}
          options={choices}
          value={choiceOf(to)}
          onChange={(choice) => choice && onChange({ to: choice.value })}
        />
      }
    />
  )
}

/** Found by its code and by its name. */
function choiceOf(code: string): Choice {
  const name = currencyName(code)
  return { value: code, label: name === undefined ? code : `${code} · ${name}` }
}
