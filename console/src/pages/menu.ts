import type { LinkName } from '@steward/contract/rules/links'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { missingPermission } from '@steward/contract/rules/routes'
import { menuGroups, pages, type MenuGroupId, type MenuPage, type OutsideLink } from './pages.ts'

/** An application outside the console, with its configured address. */
export interface ShownLink extends OutsideLink {
  href: string
}

interface Group<E> {
  id: MenuGroupId
  /** A group without a label shows only its entries. */
  label: (() => string) | undefined
  entries: readonly E[]
}

export type MenuGroup = Group<MenuPage | ShownLink>

const menuEntries = pages.filter((page) => 'menu' in page)
// Object.keys() returns exactly the keys of this object literal's type.
const groupIds = Object.keys(menuGroups) as MenuGroupId[]

/** The side menu (specification 1, section 2). Empty groups are hidden. */
export const menu: readonly Group<MenuPage | OutsideLink>[] = groupIds.map((id) => ({
  id,
  label: menuGroups[id],
  entries: menuEntries.filter(({ menu }) => menu === id),
}))

/** The group and the entry that a path belongs to, subpages and panels included. */
export function placeOf(pathname: string): { group: Group<MenuPage | OutsideLink>; page: MenuPage } | undefined {
  const places = menu.flatMap((group) => group.entries.flatMap((page) => ('path' in page ? [{ group, page }] : [])))
  return places
    .filter(({ page }) => pathname === page.path || pathname.startsWith(`${page.path}/`))
    .sort((a, b) => b.page.path.length - a.page.path.length)[0]
}

export interface MenuConditions {
  /** Whether the console has a page at that path. */
  exists: (path: string) => boolean
  /** The configured address. */
  addressOf: (link: LinkName) => string | undefined
  can: (name: PermissionName) => boolean
}

/** The groups with the entries that can be shown; empty groups are left out. */
export function visibleMenu({ exists, addressOf, can }: MenuConditions): MenuGroup[] {
  const shown = (entry: MenuPage | OutsideLink): (MenuPage | ShownLink)[] => {
    if ('path' in entry)
      return exists(entry.path) && (entry.isForEveryone || missingPermission(entry.path, can) === undefined) ? [entry] : []
    const href = addressOf(entry.link)
    return href === undefined || !entry.permissions.every(can) ? [] : [{ ...entry, href }]
  }
  return menu.map((group) => ({ ...group, entries: group.entries.flatMap(shown) })).filter((group) => group.entries.length > 0)
}
