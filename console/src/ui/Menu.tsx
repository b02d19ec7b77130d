import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './popup.module.css'

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be done now; the entry stays readable. */
  disabledReason?: string | undefined
  onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it: an element of `Button` or `IconButton`. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={css.positioner} align={align} side={side} sideOffset={4}>
          <Base.Popup className={css.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({ label, icon, danger, disabledReason, onSelect }: MenuAction) {
  return (
    <Base.Item className={cx(css.item, icon === undefined && css.plain, danger && css.danger)} disabled={disabledReason !== undefined} onClick={onSelect}>
      {icon}
      <span className={css.label}>
        {label}
        {disabledReason === undefined ? null : <span className={css.detail}>{disabledReason}</span>}
      </span>
    </Base.Item>
  )
}

/** An entry that leads somewhere; `render` is a router `Link`. */
export function MenuLink({ label, icon, render }: { label: string; icon?: ReactNode; render: ReactElement }) {
  return (
    <Base.LinkItem className={cx(css.item, icon === undefined && css.plain)} render={render} closeOnClick>
      {icon}
      <span className={css.label}>{label}</span>
    </Base.LinkItem>
  )
}

export function MenuCheckbox({ label, checked, disabled, onChange }: { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Base.CheckboxItem className={css.item} checked={checked} disabled={disabled} onCheckedChange={onChange} closeOnClick={false}>
      {checked ? <Check aria-hidden /> : <span />}
      <span className={css.label}>{label}</span>
    </Base.CheckboxItem>
  )
}

export function MenuRadioGroup<V extends string>({ label, value, options, onChange }: { label: string; value: V; options: readonly { value: V; label: string }[]; onChange: (value: V) => void }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={css.groupLabel}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={css.item} closeOnClick={false}>
            {option.value === value ? <Check aria-hidden /> : <span />}
            <span className={css.label}>{option.label}</span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={css.groupLabel}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={css.separator} />
}
