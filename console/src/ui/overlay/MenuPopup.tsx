import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../display/cx.ts'
import type { MenuAction, MenuCheckboxProps, MenuRadioGroupProps } from './Menu.tsx'
import list from './OptionList.module.css'
import popup from './Popup.module.css'
import css from './MenuPopup.module.css'
import { positionMethodAt } from './positionMethod.ts'

/** The code that `Menu.tsx` loads when a menu first opens. */

export interface MenuPopupProps {
  anchor: HTMLElement
  align: 'start' | 'center' | 'end'
  side: 'top' | 'right' | 'bottom' | 'left'
  onClose: () => void
  children: ReactNode
}

/** An open menu anchored to its trigger. Opened by keyboard, it focuses the chosen entry, or the first. Focus returns to the trigger. */
export function MenuPopup({ anchor, align, side, onClose, children }: MenuPopupProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!anchor.matches(':focus-visible')) return undefined
    // The popup takes the focus in this frame.
    const frame = requestAnimationFrame(() => {
      const entry = (selector: string) => box.current?.querySelector<HTMLElement>(selector)
      const target = entry('[role="menuitemradio"][aria-checked="true"]') ?? entry('[role^="menuitem"]')
      target?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [anchor])
  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(open, details) => {
        // A press on the trigger closes the menu through its click handler. Closing here first would let that click reopen it.
        const target = details.event.target
        if (!open && !(details.reason === 'outside-press' && target instanceof Node && anchor.contains(target))) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          anchor={anchor}
          positionMethod={positionMethodAt(anchor)}
          align={align}
          side={side}
          sideOffset={4}
        >
          <Base.Popup ref={box} className={popup.popup} finalFocus={() => anchor}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function Item({ label, icon, danger, disabledReason, onSelect }: MenuAction) {
  return (
    <Base.Item
      className={cx(list.item, icon === undefined && list.plain, danger && list.danger)}
      disabled={disabledReason !== undefined}
      onClick={onSelect}
    >
      {icon}
      <span className={list.label}>
        {label}
        {disabledReason === undefined ? null : <span className={list.detail}>{disabledReason}</span>}
      </span>
    </Base.Item>
  )
}

export function CheckboxItem({ label, checked, disabled, onChange }: MenuCheckboxProps) {
  return (
    <Base.CheckboxItem className={list.item} checked={checked} disabled={disabled} onCheckedChange={onChange} closeOnClick={false}>
      {checked ? <Check aria-hidden /> : <span />}
      <span className={list.label}>{label}</span>
    </Base.CheckboxItem>
  )
}

export function RadioItems<V extends string>({ label, value, options, onChange, closesOnChange = false }: MenuRadioGroupProps<V>) {
  return (
    <Base.Group>
      <Base.GroupLabel className={css.groupLabel}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            className={list.item}
            disabled={option.disabled}
            closeOnClick={closesOnChange}
            ref={option.value === value ? intoSight : undefined}
          >
            {option.value === value ? <Check aria-hidden /> : <span />}
            <span className={list.label}>
              {option.label}
              {option.detail === undefined ? null : <span className={list.detail}>{option.detail}</span>}
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

/** Scrolls to the selected entry when a long list opens. The list only has its height one frame later. */
function intoSight(element: HTMLElement | null): void {
  if (element) requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest' }))
}

export function LabelledGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={css.groupLabel}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function Separator() {
  return <Base.Separator className={css.separator} />
}
