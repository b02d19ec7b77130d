import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { useAuth } from '../session/token/state.ts'
import { Avatar } from '../ui/display/Avatar.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import type { MenuGroup, MenuPage, ShownLink } from '../pages/menu.ts'
import { NewTabLink } from '../ui/display/NewTabLink.tsx'
import css from './Shell.module.css'

/** The company's name, at the top of the menu. */
export function Brand({ collapsed }: { collapsed: boolean }) {
  const { company } = useAuth()
  // The title shows a name that is too long for the menu.
  return (
    <div className={css.brand} title={company}>
      <Avatar name={company} />
      {collapsed ? <span className="visually-hidden">{company}</span> : <span>{company}</span>}
    </div>
  )
}

// Wider than the router's own paths: an entry is shown only if its page exists.
const addressOf = ({ path }: MenuPage): string => path

interface EntryProps {
  entry: MenuPage | ShownLink
  collapsed: boolean
  onOpen?: () => void
}

function Entry({ entry, collapsed, onOpen }: EntryProps) {
  const Icon = entry.icon
  const content = (
    <>
      <Icon aria-hidden />
      <span className={collapsed ? 'visually-hidden' : css.entryLabel}>{entry.title()}</span>
    </>
  )
  const link =
    'href' in entry ? (
      <NewTabLink href={entry.href} className={css.entry} bare={collapsed} onClick={onOpen}>
        {content}
      </NewTabLink>
    ) : (
      <Link
        to={addressOf(entry)}
        className={css.entry}
        activeOptions={{ includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
        onClick={onOpen}
      >
        {content}
      </Link>
    )
  const tooltip = 'href' in entry ? `${entry.title()} ${m.shell_opens_new_tab()}` : entry.title()
  return (
    <li>
      {collapsed ? (
        <Tooltip text={tooltip} side="right">
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
              <Entry key={'path' in entry ? entry.path : entry.href} entry={entry} collapsed={collapsed} onOpen={onOpen} />
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
