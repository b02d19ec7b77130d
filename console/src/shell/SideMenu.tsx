import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { useAuth } from '../session/state.ts'
import { Avatar } from '../ui/layout.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import type { MenuEntry, MenuGroup } from './menu.ts'
import css from './Shell.module.css'

/** The company's name, on top of the menu. */
export function Brand({ collapsed }: { collapsed: boolean }) {
  const { company } = useAuth()
  return (
    <div className={css.brand} title={collapsed ? company : undefined}>
      <Avatar name={company} />
      {collapsed ? <span className="visually-hidden">{company}</span> : <span>{company}</span>}
    </div>
  )
}

function Entry({ entry, collapsed, onOpen }: { entry: MenuEntry; collapsed: boolean; onOpen?: () => void }) {
  const Icon = entry.icon
  const link = (
    <Link
      to={entry.to}
      className={css.entry}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onOpen}
    >
      <Icon aria-hidden />
      <span className={collapsed ? 'visually-hidden' : undefined}>{entry.label()}</span>
    </Link>
  )
  return (
    <li>
      {collapsed ? (
        <Tooltip text={entry.label()} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}

/** The groups of the menu with their entries. */
export function Groups({ groups, collapsed, onOpen }: { groups: MenuGroup[]; collapsed: boolean; onOpen?: () => void }) {
  return (
    <div className={css.groups}>
      {groups.map((group) => (
        <div key={group.id} className={css.group} role="group" aria-label={group.label?.()}>
          {group.label === undefined || collapsed ? null : <div className={css.groupLabel}>{group.label()}</div>}
          <ul className={css.entries}>
            {group.entries.map((entry) => (
              <Entry key={entry.to} entry={entry} collapsed={collapsed} onOpen={onOpen} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Beside the page on wide screens; collapses to icons. */
export function SideMenu({ groups, collapsed }: { groups: MenuGroup[]; collapsed: boolean }) {
  return (
    <div className={css.onlyWide}>
      <nav className={css.side} data-collapsed={collapsed ? '' : undefined} aria-label={m.shell_menu()}>
        <Brand collapsed={collapsed} />
        <Groups groups={groups} collapsed={collapsed} />
      </nav>
    </div>
  )
}
