import { Combobox as Base } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from './Button.tsx'
import { FilterChip } from './Chip.tsx'
import type { Choice } from './Combobox.tsx'
import css from './FilterPicker.module.css'
import { cx } from './cx.ts'
import popup from './popup.module.css'
import { useChoices, useNamed, type ChoiceSource } from './remote.tsx'

export interface FilterPickerProps {
  label: string
  source: ChoiceSource
  /** What it filters by now. */
  values: readonly string[]
  onChange: (values: string[]) => void
}

const same = (a: Choice, b: Choice) => a.value === b.value
const labelOf = (choice: Choice) => choice.label

/** A filter that takes several of many: a chip that opens a list one can search. */
export function FilterPicker({ label, source, values, onChange }: FilterPickerProps) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const chosen = useNamed(source, values)
  const found = useChoices(source, typed, open)
  const options = found.data
  // What is chosen stays in reach, above the rest, unless the text asks for something else.
  const items = useMemo(() => {
    const rest = (options ?? []).filter((option) => !values.includes(option.value))
    const kept = chosen.filter((choice) => choice.label.toLowerCase().includes(typed.trim().toLowerCase()))
    return [...kept, ...rest]
  }, [options, chosen, values, typed])
  return (
    <Base.Root
      multiple
      items={items}
      value={chosen}
      onValueChange={(next: Choice[]) => onChange(next.map((choice) => choice.value))}
      open={open}
      onOpenChange={setOpen}
      inputValue={typed}
      onInputValueChange={setTyped}
      filter={null}
      isItemEqualToValue={same}
      itemToStringLabel={labelOf}
    >
      <Base.Trigger render={<FilterChip label={label} value={summary(chosen)} />} />
      <Base.Portal>
        <Base.Positioner className={popup.positioner} align="start" sideOffset={4}>
          <Base.Popup className={cx(popup.popup, css.popup)} aria-label={label}>
            <div className={css.head}>
              <Base.Input className={css.input} aria-label={m.ui_filter_find({ name: label })} placeholder={m.ui_filter_find({ name: label })} />
            </div>
            <Base.Status className={popup.empty}>{found.isFetching && options === undefined ? m.ui_loading() : null}</Base.Status>
            <Base.Empty className={popup.empty}>{found.isFetching ? null : m.ui_no_matches()}</Base.Empty>
            <Base.List className={css.list}>
              {(item: Choice) => (
                <Base.Item key={item.value} value={item} className={popup.item}>
                  <span>
                    <Base.ItemIndicator>
                      <Check aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <span className={popup.label}>{item.label}</span>
                </Base.Item>
              )}
            </Base.List>
            {values.length > 0 ? (
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

function summary(chosen: readonly Choice[]): string | undefined {
  const [first, ...rest] = chosen
  if (first === undefined) return undefined
  return rest.length === 0 ? first.label : `${first.label} +${rest.length}`
}
