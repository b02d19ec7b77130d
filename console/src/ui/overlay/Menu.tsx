import { cloneElement, useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import type * as MenuParts from './MenuPopup.tsx'

/**
 * Menus. Their code loads when the first one opens (or when the browser is idle), so that a page with twenty menus costs
 * twenty buttons. The entries below only render inside an open menu, after that code has loaded.
 */

type Parts = typeof MenuParts
let loaded: Parts | undefined

/** Loads the menu code before opening one. */
export async function loadMenus(): Promise<void> {
  loaded ??= await import('./MenuPopup.tsx')
}

/** Preloads the menu code; a failure is retried when a menu opens. */
export const preloadMenus = (): Promise<void> => loadMenus().catch(() => undefined)

function parts(): Parts {
  if (loaded === undefined) throw new Error('Menu entries belong inside a Menu')
  return loaded
}

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Why the action is unavailable; the entry stays readable. */
  disabledReason?: string | undefined
  onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it: a `Button`, `IconButton`, `FilterChip` or `button` element. */
  trigger: ReactElement<ComponentProps<'button'>>
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Loads code that the entries need before it opens. */
  preload?: () => Promise<void>
  children: ReactNode
}

export function Menu({ trigger, align = 'end', side = 'bottom', preload, children }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const toggle = () => {
    if (open) setOpen(false)
    else void Promise.all([loadMenus(), preload?.()]).then(() => setOpen(true))
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: toggle,
        onPointerEnter: () => void Promise.all([preloadMenus(), preload?.()]),
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

/** An open menu anchored to an element, for triggers that share one menu. Needs `loadMenus` to have run. */
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
  /** Below the label: what the option means, or why it is unavailable. */
  detail?: string | undefined
  disabled?: boolean
}

export interface MenuRadioGroupProps<V extends string> {
  label: string
  value: V
  options: readonly MenuRadioOption<V>[]
  onChange: (value: V) => void
  /** Choosing closes the menu. Omit it where people try several options in a row. */
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
