import { useRouter, type AnyRoute, type AnyRouter, type StaticDataRouteOption } from '@tanstack/react-router'
import {
  CandlestickChart,
  Coins,
  FileUp,
  History,
  Keyboard,
  KeyRound,
  LogOut,
  Moon,
  Rows2,
  Rows3,
  Settings,
  ShieldPlus,
  Sun,
  SunMoon,
  Tags,
  UserPlus,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { menuGroups } from '@steward/contract/rules/pages'
import { missingPermission } from '@steward/contract/rules/routes'
import { signOut } from '../session/token/signOut.ts'
import { changePasswordHash, momentHash, userSettingsHash } from '../session/settings/hashes.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { changeSettings } from '../session/settings/settings.ts'
import { useAuth } from '../session/token/state.ts'
import { pageTitleOf } from '../pages/pageTitles.ts'
import { useAllowedMenu } from '../pages/useMenu.ts'
import { usePreferences, type Density, type Theme } from '../theme/preferences.ts'
import { otherPages } from './otherPages.ts'
import { showOverlay } from './overlay.ts'

/** A command's target or action. */
export type Target =
  /** A path of the console, without its base. */
  | { path: string }
  /** An external address, opened in a new tab. */
  | { href: string }
  | { act: () => void }

/** Results under one title. */
export interface Section {
  id: string
  title: string
  commands: Command[]
}

export interface Command {
  id: string
  label: string
  /** Shown beside the name: the menu group, an email address. */
  detail?: string | undefined
  /** Other search terms. */
  keywords?: string
  icon: ComponentType<{ 'aria-hidden'?: boolean }>
  /** Shown with the reason as its detail, but not run. */
  isDisabled?: boolean
  target: Target
}

/** Pages can be found by their English names in every language. */
const pathWords = (path: string): string => path.replaceAll(/[/-]/g, ' ')

/** The pages of the menu, and its external links. */
export function usePageCommands(): Command[] {
  const pages = useAllowedMenu().flatMap((group) =>
    group.entries.map((entry): Command => {
      const place = 'path' in entry ? entry.path : entry.href
      return {
        id: `page:${place}`,
        label: entry.title(),
        detail: group.label?.(),
        keywords: `${group.label?.() ?? ''} ${'path' in entry ? pathWords(entry.path) : ''}`,
        icon: entry.icon,
        target: 'path' in entry ? { path: entry.path } : { href: entry.href },
      }
    }),
  )
  return [...pages, ...useOtherPages()]
}

/** Pages without an entry in the side menu. */
function useOtherPages(): Command[] {
  const router = useRouter()
  const can = useCan()
  return otherPages.flatMap(({ path, icon, keywords }) =>
    allowed(router, can, {
      id: `page:${path}`,
      label: pageTitleOf(path)?.() ?? path,
      detail: groupLabelOf(path),
      keywords: keywords(),
      icon,
      target: { path },
    }),
  )
}

/** The menu group named as the first segment of a path. */
function groupLabelOf(path: string): string | undefined {
  const segment = path.split('/')[1]
  return Object.entries(menuGroups).find(([id]) => id === segment)?.[1]?.()
}

/** The command, if the console has its page and the user can open it. */
function allowed(router: AnyRouter, can: (name: PermissionName) => boolean, command: Command & { target: { path: string } }): Command[] {
  const { path } = command.target
  return path in router.routesByPath && missingPermission(path, can) === undefined ? [command] : []
}

/** Actions that are available everywhere. */
export function useActionCommands(): Command[] {
  const router = useRouter()
  const can = useCan()
  const { isFederated } = useAuth()
  const { theme, density } = usePreferences()
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesByPath))
  /** Opens a panel, with the title and the permission that its route declares. */
  const create = (path: string, icon: LucideIcon, keywords: string): Command[] => {
    const panel: StaticDataRouteOption = routes.get(path)?.options.staticData ?? {}
    if (panel.title === undefined || (panel.permission !== undefined && !can(panel.permission))) return []
    return allowed(router, can, { id: `action:${path}`, label: panel.title({}), keywords, icon, target: { path } })
  }
  const open = (hash: string, label: string, icon: LucideIcon, keywords: string): Command => ({
    id: `action:#${hash}`,
    label,
    keywords,
    icon,
    target: { act: () => void router.navigate({ to: '.', search: true, state: true, hash, resetScroll: false }) },
  })
  return [
    ...create('/user-administration/users/new', UserPlus, m.palette_words_create_user()),
    ...create('/user-administration/users/import', FileUp, m.palette_words_import()),
    ...create('/user-administration/groups/new', UsersRound, m.palette_words_create()),
    ...create('/user-administration/roles/new', ShieldPlus, m.palette_words_create()),
    ...create('/reference-data/data-tags/new', Tags, m.palette_words_create()),
    ...create('/reference-data/currencies/currency/new', Coins, m.palette_words_create()),
    ...create('/reference-data/currencies/currency-schemes/new', CandlestickChart, m.palette_words_create()),
    ...(can('FeatureFlags.AccountSettings') ? [open(userSettingsHash, m.settings_title(), Settings, m.palette_words_settings())] : []),
    ...(isFederated ? [] : [open(changePasswordHash, m.shell_change_password(), KeyRound, '')]),
    ...(can('Navigation.UserManagement') ? [open(momentHash, m.shell_moment(), History, m.shell_moment_keywords())] : []),
    ...themes(theme),
    ...densities(density),
    {
      id: 'action:shortcuts',
      label: m.shortcuts_title(),
      keywords: m.palette_words_help(),
      icon: Keyboard,
      target: { act: () => showOverlay('shortcuts') },
    },
    {
      id: 'action:sign-out',
      label: m.shell_sign_out(),
      keywords: m.palette_words_sign_out(),
      icon: LogOut,
      target: { act: () => void signOut('userLogout') },
    },
  ]
}

/** The themes other than the current one. */
function themes(current: Theme): Command[] {
  const all: [Theme, string, LucideIcon][] = [
    ['light', m.shell_theme_light(), Sun],
    ['dark', m.shell_theme_dark(), Moon],
    ['system', m.shell_theme_system(), SunMoon],
  ]
  return all
    .filter(([theme]) => theme !== current)
    .map(([theme, name, icon]) => ({
      id: `action:theme:${theme}`,
      label: m.palette_choice({ what: m.shell_theme(), choice: name }),
      keywords: m.palette_words_theme(),
      icon,
      target: { act: () => changeSettings({ theme }) },
    }))
}

function densities(current: Density): Command[] {
  const other: Density = current === 'compact' ? 'comfortable' : 'compact'
  const name = other === 'compact' ? m.shell_density_compact() : m.shell_density_comfortable()
  return [
    {
      id: 'action:density',
      label: m.palette_choice({ what: m.shell_density(), choice: name }),
      icon: other === 'compact' ? Rows3 : Rows2,
      target: { act: () => changeSettings({ density: other }) },
    },
  ]
}
