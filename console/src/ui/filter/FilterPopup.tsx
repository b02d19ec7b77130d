import { Combobox as Base } from '@base-ui/react/combobox'
import { useQueries } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useMemo, useState, type RefObject } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { hasWords } from '@steward/contract/rules/search-words'
import { midSentence } from '../../i18n/format.ts'
import { Button } from '../form/Button.tsx'
import { unnamed, type ChoiceSource } from '../form/choiceSource.ts'
import { useChoices } from '../form/useChoices.ts'
import type { Choice } from '../form/Combobox.tsx'
import { cx } from '../display/cx.ts'
import list from '../overlay/OptionList.module.css'
import popup from '../overlay/Popup.module.css'
import css from './FilterPopup.module.css'

const same = (a: Choice, b: Choice) => a.value === b.value
const labelOf = (choice: Choice) => choice.label

export interface FilterPopupProps {
  label: string
  source: ChoiceSource
  /** The selected values. */
  values: readonly string[]
  onChange: (values: string[]) => void
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The open list of a `FilterPicker`, anchored to its chip. Focus returns to the chip. */
export function FilterPopup({ label, source, values, onChange, anchor, onClose }: FilterPopupProps) {
  const [typed, setTyped] = useState('')
  const { options, isFetching } = useChoices(source, typed)
  const chosen = useNamed(source, values)
  const find = m.ui_filter_find({ name: midSentence(label) })
  // Selected values stay at the top unless a search excludes them.
  const items = useMemo(() => {
    const rest = (options ?? []).filter((option) => !chosen.some((choice) => same(choice, option)))
    const isFound = hasWords(typed)
    const kept = chosen.filter(({ label }) => isFound(label))
    return [...kept, ...rest]
  }, [options, chosen, typed])
  return (
    <Base.Root
      multiple
      open
      onOpenChange={(open, details) => {
        // A press on the chip closes the list through its click handler. Closing here first would let that click reopen it.
        const target = details.event.target
        if (!open && !(details.reason === 'outside-press' && target instanceof Node && anchor.current?.contains(target))) onClose()
      }}
      items={items}
      value={chosen}
      onValueChange={(next: Choice[]) => onChange(next.map((choice) => choice.value))}
      inputValue={typed}
      onInputValueChange={setTyped}
      filter={null}
      isItemEqualToValue={same}
      itemToStringLabel={labelOf}
    >
      <Base.Portal>
        <Base.Positioner className={popup.positioner} anchor={anchor} align="start" sideOffset={4}>
          <Base.Popup className={cx(popup.popup, css.popup)} aria-label={label} finalFocus={anchor}>
            <div className={css.head}>
              <Base.Input className={css.input} aria-label={find} placeholder={find} />
            </div>
            <Base.Status className={list.empty}>{isFetching && options === undefined ? m.ui_loading() : null}</Base.Status>
            <Base.Empty className={list.empty}>{isFetching ? null : m.ui_no_matches()}</Base.Empty>
            <Base.List className={css.list}>
              {(item: Choice) => (
                <Base.Item key={item.value} value={item} className={list.item}>
                  <span>
                    <Base.ItemIndicator>
                      <Check aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <span className={list.label}>{item.label}</span>
                </Base.Item>
              )}
            </Base.List>
            {chosen.length > 0 ? (
              <div className={css.foot}>
                <Button kind="quiet" small onClick={() => onChange([])}>
                  {m.ui_filter_clear()}
                </Button>
              </div>
            ) : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The options for the selected values. */
function useNamed(source: ChoiceSource, values: readonly string[]): Choice[] {
  const queries = useQueries({ queries: values.map((value) => source.named(value)) })
  return values.map((value, index) => queries[index]?.data ?? { value, label: unnamed })
}
