import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { useMemo, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { hasWords } from '@steward/contract/rules/search-words'
import { cx } from '../../ui/display/cx.ts'
import { Field } from '../../ui/form/Field.tsx'
import input from '../../ui/form/Field.module.css'
import list from '../../ui/overlay/OptionList.module.css'
import popup from '../../ui/overlay/Popup.module.css'
import { positionMethodAt } from '../../ui/overlay/positionMethod.ts'
import type { IsoCurrency } from './iso.ts'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** A currency of the list was picked. */
  onPick: (currency: IsoCurrency) => void
  onBlur: () => void
  /** Offered while typing; other codes are accepted, too. */
  currencies: readonly IsoCurrency[]
  error: string | undefined
}

const codeOf = ({ code }: IsoCurrency) => code

/** A currency code, found by code or name. */
export function CodeField({ value, onChange, onPick, onBlur, currencies, error }: CodeFieldProps) {
  const [box, setBox] = useState<Element | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const found = useMemo(() => matching(currencies, value), [currencies, value])
  return (
    <Base.Root
      items={currencies}
      filteredItems={found}
      // An empty list would cover the next field.
      open={isOpen && found.length > 0}
      onOpenChange={setIsOpen}
      value={value}
      onValueChange={(code, { reason }) => {
        onChange(code)
        const picked = reason === 'item-press' ? currencies.find((currency) => currency.code === code) : undefined
        if (picked) onPick(picked)
      }}
      itemToStringValue={codeOf}
    >
      <Field label={m.currencies_column_code()} hint={m.currencies_code_hint()} error={error}>
        {(ids) => (
          <Base.Input
            {...ids}
            ref={setBox}
            name="currencyCode"
            className={input.input}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onBlur={onBlur}
          />
        )}
      </Field>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} positionMethod={positionMethodAt(box)} sideOffset={4}>
          <Base.Popup className={cx(popup.popup, popup.match)}>
            <Base.List>
              {(currency: IsoCurrency) => (
                <Base.Item key={currency.code} value={currency} className={cx(list.item, list.plain)}>
                  <span className={list.label}>
                    {currency.code} – {currency.name}
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** By code first, then by name. */
function matching(currencies: readonly IsoCurrency[], typed: string): IsoCurrency[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return [...currencies]
  const byCode = currencies.filter(({ code }) => code.toLowerCase().startsWith(text))
  const isFound = hasWords(typed)
  const byName = currencies.filter(({ code, name }) => !code.toLowerCase().startsWith(text) && isFound(name))
  return [...byCode, ...byName]
}
