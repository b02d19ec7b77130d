import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from './Combobox.module.css'
import { cx } from '../display/cx.ts'
import { Field, type FieldText } from './Field.tsx'
import list from '../overlay/OptionList.module.css'
import popup from '../overlay/Popup.module.css'
import { positionMethodAt } from '../overlay/positionMethod.ts'

/** An option: an id with its label. */
export interface Choice {
  value: string
  label: string
  detail?: string
  disabled?: boolean
}

interface PickerProps extends FieldText {
  options: readonly Choice[]
  placeholder?: string
  disabled?: boolean
  id?: string
  /** Of the value in its form, by which the summary of errors finds the field. */
  name?: string
  /** Takes the focus when it appears. */
  autoFocus?: boolean
  /**
   * Called with the search text when the options come from the server. Without it, the given options are filtered on the
   * client.
   */
  onSearch?: (text: string) => void
  /** The server search is still running. */
  loading?: boolean
}

export interface ComboboxProps extends PickerProps {
  value: Choice | null
  onChange: (value: Choice | null) => void
}

const same = (a: Choice, b: Choice) => a.value === b.value
const labelOf = (choice: Choice) => choice.label

/** Selects one of many by typing. */
export function Combobox({ value, onChange, options, placeholder, disabled, name, autoFocus, onSearch, loading, ...text }: ComboboxProps) {
  const items = useMemo(() => [...options], [options])
  const [box, setBox] = useState<Element | null>(null)
  return (
    <Base.Root
      items={items}
      value={value}
      onValueChange={(chosen: Choice | null) => onChange(chosen)}
      onInputValueChange={(typed) => onSearch?.(typed)}
      filter={onSearch ? null : undefined}
      isItemEqualToValue={same}
      itemToStringLabel={labelOf}
      disabled={disabled}
    >
      <Field {...text}>
        {(ids) => (
          <Base.InputGroup ref={setBox} className={css.box} data-invalid={text.error ? '' : undefined}>
            <Base.Input
              {...ids}
              data-field={name}
              aria-labelledby={`${ids.id}-label`}
              className={css.input}
              placeholder={placeholder}
              autoFocus={autoFocus}
            />
            <Base.Trigger className={css.trigger} aria-label={m.ui_combobox_open()}>
              <ChevronDown aria-hidden />
            </Base.Trigger>
          </Base.InputGroup>
        )}
      </Field>
      <Options loading={loading === true} box={box} />
    </Base.Root>
  )
}

export interface MultiSelectProps extends PickerProps {
  value: readonly Choice[]
  onChange: (value: Choice[]) => void
}

/** Selects several of many by typing. The selection shows as chips in the field. */
export function MultiSelect({ value, onChange, options, placeholder, disabled, name, onSearch, loading, ...text }: MultiSelectProps) {
  const chosen = useMemo(() => [...value], [value])
  const [box, setBox] = useState<Element | null>(null)
  // Selected options stay in the list even if the server's current results don't include them.
  const items = useMemo(
    () => (onSearch ? [...options, ...value.filter((choice) => !options.some((option) => same(option, choice)))] : [...options]),
    [options, value, onSearch],
  )
  return (
    <Base.Root
      multiple
      items={items}
      value={chosen}
      onValueChange={(next: Choice[]) => onChange(next)}
      onInputValueChange={(typed) => onSearch?.(typed)}
      filter={onSearch ? null : undefined}
      isItemEqualToValue={same}
      itemToStringLabel={labelOf}
      disabled={disabled}
    >
      <Field {...text}>
        {(ids) => (
          <Base.InputGroup ref={setBox} className={css.box} data-invalid={text.error ? '' : undefined}>
            <Base.Chips className={css.chips}>
              {value.map((choice) => (
                <Base.Chip key={choice.value} className={css.chip} aria-label={choice.label}>
                  {choice.label}
                  <Base.ChipRemove className={css.remove} aria-label={m.ui_remove({ name: choice.label })}>
                    <X aria-hidden />
                  </Base.ChipRemove>
                </Base.Chip>
              ))}
              <Base.Input
                {...ids}
                data-field={name}
                aria-labelledby={`${ids.id}-label`}
                className={css.input}
                placeholder={value.length === 0 ? placeholder : undefined}
              />
            </Base.Chips>
            <Base.Trigger className={css.trigger} aria-label={m.ui_combobox_open()}>
              <ChevronDown aria-hidden />
            </Base.Trigger>
          </Base.InputGroup>
        )}
      </Field>
      <Options loading={loading === true} box={box} />
    </Base.Root>
  )
}

function Options({ loading, box }: { loading: boolean; box: Element | null }): ReactNode {
  return (
    <Base.Portal>
      <Base.Positioner className={popup.positioner} positionMethod={positionMethodAt(box)} sideOffset={4}>
        <Base.Popup className={cx(popup.popup, popup.match)}>
          <Base.Status className={list.empty}>{loading ? m.ui_loading() : null}</Base.Status>
          <Base.Empty className={list.empty}>{loading ? null : m.ui_no_matches()}</Base.Empty>
          <Base.List>
            {(item: Choice) => (
              <Base.Item key={item.value} value={item} disabled={item.disabled} className={list.item}>
                <span>
                  <Base.ItemIndicator>
                    <Check aria-hidden />
                  </Base.ItemIndicator>
                </span>
                <span className={list.label}>
                  {item.label}
                  {item.detail === undefined ? null : <span className={list.detail}>{item.detail}</span>}
                </span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
