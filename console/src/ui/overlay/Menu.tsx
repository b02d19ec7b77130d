import { cloneElement, useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import type * as MenuParts from './MenuPopup.tsx'

/**
 * Menus. Their code comes when one first opens (or when the browser is idle), so that a page with twenty menus costs
 * twenty buttons. The entries below are only rendered inside an open menu, when that code is there.
 */

type Parts = typeof MenuParts
let loaded: Parts | undefined

/** Fetches the code of menus, to open one. */
export async function loadMenus(): Promise<void> {
  loaded ??= await import('./MenuPopup.tsx')
}

/** The same ahead of time; what fails then is tried again when a menu opens. */
export const preloadMenus = (): Promise<void> => loadMenus().catch(() => undefined)

function parts(): Parts {
  if (loaded === undefined) throw new Error('Menu entries belong inside a Menu')
  return loaded
}

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be done now; the entry stays readable. */
  disabledReason?: string | undefined
  onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it: an element of `Button`, `IconButton`, `FilterChip` or `button`. */
  trigger: ReactElement<ComponentProps<'button'>>
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const toggle = () => {
    if (open) setOpen(false)
    else void loadMenus().then(() => setOpen(true))
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: toggle,
        onPointerEnter: () => void preloadMenus(),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          toggle()
        },
      })}
      {open ? (
        <OpenMenu anchor={anchor.current} align={align} side={side} onClose={() => setOpen(false)}>
          {children}
        </OpenMenu>
      ) : null}
    </>
  )
}

/** A menu that is open at an element, for triggers that many share. Needs `loadMenus` to have run. */
export function OpenMenu({
  anchor,
  align = 'end',
  side = 'bottom',
  onClose,
  children,
}: {
  anchor: HTMLElement | null
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  onClose: () => void
  children: ReactNode
}) {
  const { MenuPopup } = parts()
  if (anchor === null) return null
  return (
    <MenuPopup anchor={anchor} align={align} side={side} onClose={onClose}>
      {children}
    </MenuPopup>
  )
}

export function MenuItem(props: MenuAction) {
  const { Item } = parts()
  return <Item {...props} />
}

export interface MenuCheckboxProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function MenuCheckbox(props: MenuCheckboxProps) {
  const { CheckboxItem } = parts()
  return <CheckboxItem {...props} />
}

export interface MenuRadioOption<V extends string> {
  value: V
  label: string
  /** Below the label: what choosing it means, or why it cannot be chosen. */
  detail?: string | undefined
  disabled?: boolean
}

export interface MenuRadioGroupProps<V extends string> {
  label: string
  value: V
  options: readonly MenuRadioOption<V>[]
  onChange: (value: V) => void
  /** Choosing closes the menu; left out where people try one after another. */
  closesOnChange?: boolean
}

export function MenuRadioGroup<V extends string>(props: MenuRadioGroupProps<V>) {
  const { RadioItems } = parts()
  return <RadioItems {...props} />
}

export function MenuGroup(props: { label: string; children: ReactNode }) {
  const { LabelledGroup } = parts()
  return <LabelledGroup {...props} />
}

export function MenuSeparator() {
  const { Separator } = parts()
  return <Separator />
}
