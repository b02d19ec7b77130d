import { useRouter, type AnyRouter } from '@tanstack/react-router'
import {
  Bell,
  FileUp,
  FolderDown,
  Keyboard,
  KeyRound,
  LogOut,
  Moon,
  Rows2,
  Rows3,
  Settings,
  ShieldPlus,
  ShieldQuestion,
  Sun,
  SunMoon,
  UserPlus,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { missingPermission } from '@steward/contract/rules/routes'
import { signOut } from '../session/token/signOut.ts'
import { changePasswordHash, userSettingsHash } from '../session/settings/hashes.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { changeSettings } from '../session/settings/settings.ts'
import { useAuth } from '../session/token/state.ts'
import { useAllowedMenu } from '../pages/useMenu.ts'
import { usePreferences, type Density, type Theme } from '../theme/preferences.ts'
import { showOverlay } from './overlay.ts'

/** Where a command leads, or what it does. */
export type Target =
  /** A path of the console, without its base. */
  | { path: string }
  /** A place outside, in a new tab. */
  | { href: string }
  | { act: () => void }

export interface Command {
  id: string
  label: string
  /** Said beside the name: the group of the menu, an email address. */
  detail?: string | undefined
  /** What else it is found by. */
  keywords?: string
  icon: LucideIcon
  target: Target
}

/** The words of a path: pages are found by their English names in every language. */
const pathWords = (path: string): string => path.replaceAll(/[/-]/g, ' ')

/** The pages of the menu, and what it leads to outside. */
export function usePageCommands(): Command[] {
  const router = useRouter()
  const can = useCan()
  const pages = useAllowedMenu().flatMap((group) =>
    group.entries.map((entry): Command => {
      const place = 'to' in entry ? entry.to : entry.href
      return {
        id: `page:${place}`,
        label: entry.label(),
        detail: group.label?.(),
        keywords: `${group.label?.() ?? ''} ${'to' in entry ? pathWords(entry.to) : ''}`,
        icon: entry.icon,
        target: 'to' in entry ? { path: entry.to } : { href: entry.href },
      }
    }),
  )
  const explain = allowed(router, can, {
    id: 'page:access',
    label: m.access_title(),
    detail: m.menu_user_administration(),
    keywords: m.palette_words_access(),
    icon: ShieldQuestion,
    target: { path: '/user-administration/access' },
  })
  const notifications = allowed(router, can, {
    id: 'page:notification-settings',
    label: m.notification_settings_title(),
    keywords: m.palette_words_notifications(),
    icon: Bell,
    target: { path: '/notification-settings' },
  })
  const files = allowed(router, can, {
    id: 'page:tempData',
    label: m.files_title(),
    detail: m.menu_developer_administration(),
    keywords: m.palette_words_files(),
    icon: FolderDown,
    target: { path: '/developer-administration/tempData' },
  })
  return [...pages, ...explain, ...notifications, ...files]
}

/** The command, if the console has its page and the user may open it. */
function allowed(router: AnyRouter, can: (name: PermissionName) => boolean, command: Command, needed?: PermissionName): Command[] {
  const path = 'path' in command.target ? command.target.path : undefined
  const isOpen = path === undefined || (path in router.routesByPath && missingPermission(path, can) === undefined)
  return isOpen && (needed === undefined || can(needed)) ? [command] : []
}

/** What can be done from anywhere. */
export function useActionCommands(): Command[] {
  const router = useRouter()
  const can = useCan()
  const { isFederated } = useAuth()
  const { theme, density } = usePreferences()
  const create = (path: string, label: string, icon: LucideIcon, keywords: string, needed: PermissionName) =>
    allowed(router, can, { id: `action:${path}`, label, keywords, icon, target: { path } }, needed)
  const open = (hash: string, label: string, icon: LucideIcon, keywords: string): Command => ({
    id: `action:#${hash}`,
    label,
    keywords,
    icon,
    target: { act: () => void router.navigate({ to: '.', search: true, hash, resetScroll: false }) },
  })
  return [
    ...create('/user-administration/users/new', m.users_create(), UserPlus, m.palette_words_create_user(), 'Admin.EditUsers'),
    ...create('/user-administration/users/import', m.users_import_title(), FileUp, m.palette_words_import(), 'Admin.EditUsers'),
    ...create('/user-administration/groups/new', m.groups_create(), UsersRound, m.palette_words_create(), 'Admin.EditGroups'),
    ...create('/user-administration/roles/new', m.roles_create(), ShieldPlus, m.palette_words_create(), 'Admin.EditRoles'),
    ...(can('FeatureFlags.AccountSettings') ? [open(userSettingsHash, m.settings_title(), Settings, m.palette_words_settings())] : []),
    ...(isFederated ? [] : [open(changePasswordHash, m.shell_change_password(), KeyRound, '')]),
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

/** The looks one does not have now. */
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
