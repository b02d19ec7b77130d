import { m } from '@steward/contract/paraglide/messages'
import { NarrowNewsMark } from '../help/HelpButton.tsx'
import { personName } from '../i18n/format.ts'
import { useAuth } from '../session/token/state.ts'
import { Avatar } from '../ui/display/Avatar.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import css from './Shell.module.css'

const UserMenuItems = deferred<object>(async () => (await import('./UserMenuItems.tsx')).UserMenuItems)

/** Who is signed in, the way to the own settings, and the way out. */
export function UserMenu() {
  const { user } = useAuth()
  if (user === null) return null
  const name = personName(user) || user.username
  return (
    <Menu
      preload={UserMenuItems.preload}
      trigger={
        <button type="button" className={css.user}>
          <Avatar name={name} />
          <span className={css.userName}>{name}</span>
          <span className="visually-hidden">{m.shell_user_menu()}</span>
          <NarrowNewsMark />
        </button>
      }
    >
      <UserMenuItems />
    </Menu>
  )
}
