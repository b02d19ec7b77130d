import { Code, Database, Waypoints, type LucideIcon } from 'lucide-react'
import type { LinkName } from '@steward/contract/rules/links'
import { type ConsolePage, declaredPages, type MenuGroupId, menuGroups, type OutsideLink } from '@steward/contract/rules/pages'
import type { PermissionName } from '@steward/contract/rules/permission-names'
import { missingPermission } from '@steward/contract/rules/routes'

/** A page that is declared with a menu entry. */
type MenuEntryPage = ConsolePage & { title: () => string; menu: MenuGroupId }

/** A page in the menu, with the icon of its route file. */
export interface MenuPage extends MenuEntryPage {
  icon: LucideIcon
}

/** An application outside the console, with its configured address. */
export interface ShownLink extends OutsideLink {
  icon: LucideIcon
  href: string
}

interface Group<E> {
  id: MenuGroupId
  /** A group without a label shows only its entries. */
  label: (() => string) | undefined
  entries: readonly E[]
}

export type MenuGroup = Group<MenuPage | ShownLink>

const linkIcons: Record<LinkName, LucideIcon> = { 'developer-portal': Code, 'data-bridge': Waypoints, 'data-administration': Database }

const menuEntries = declaredPages.flatMap((entry): (MenuEntryPage | OutsideLink)[] => {
  if ('link' in entry) return [entry]
  const { title, menu: group } = entry
  return title && group ? [{ ...entry, title, menu: group }] : []
})
// Object.keys() returns exactly the keys of this object literal's type.
const groupIds = Object.keys(menuGroups) as MenuGroupId[]

/** The side menu (specification 1, section 2). Empty groups are hidden. */
export const menu: readonly Group<MenuEntryPage | OutsideLink>[] = groupIds.map((id) => ({
  id,
  label: menuGroups[id],
  entries: menuEntries.filter(({ menu }) => menu === id),
}))

/** The group and the entry that a path belongs to, subpages and panels included. */
export function placeOf(pathname: string): { group: Group<MenuEntryPage | OutsideLink>; page: MenuEntryPage } | undefined {
  const places = menu.flatMap((group) => group.entries.flatMap((page) => ('path' in page ? [{ group, page }] : [])))
  return places
    .filter(({ page }) => pathname === page.path || pathname.startsWith(`${page.path}/`))
    .sort((a, b) => b.page.path.length - a.page.path.length)[0]
}

export interface MenuConditions {
  /** The icon of the route file; undefined if the console has no page at that path. */
  iconOf: (path: string) => LucideIcon | undefined
  /** The configured address. */
  addressOf: (link: LinkName) => string | undefined
  can: (name: PermissionName) => boolean
}

/** The groups with the entries that can be shown; empty groups are left out. */
export function visibleMenu({ iconOf, addressOf, can }: MenuConditions): MenuGroup[] {
  const shown = (entry: MenuEntryPage | OutsideLink): (MenuPage | ShownLink)[] => {
    if ('path' in entry) {
      const icon = iconOf(entry.path)
      const isOpen = entry.isForEveryone || missingPermission(entry.path, can) === undefined
      return icon && isOpen ? [{ ...entry, icon }] : []
    }
    const href = addressOf(entry.link)
    return href === undefined || !entry.permissions.every(can) ? [] : [{ ...entry, icon: linkIcons[entry.link], href }]
  }
  return menu.map((group) => ({ ...group, entries: group.entries.flatMap(shown) })).filter((group) => group.entries.length > 0)
}
