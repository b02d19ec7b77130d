import { useNavigate } from '@tanstack/react-router'
import { History, KeyRound, LogOut, Settings } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { FeedbackMenuItem } from '../help/feedback/FeedbackButton.tsx'
import { HelpMenuItems, NarrowNewsMark } from '../help/HelpButton.tsx'
import { signOut } from '../session/token/signOut.ts'
import { changePasswordHash, momentHash, userSettingsHash } from '../session/settings/hashes.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useAuth } from '../session/token/state.ts'
import { personName } from '../i18n/format.ts'
import { Avatar } from '../ui/display/Avatar.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import css from './Shell.module.css'

/** Who is signed in, the way to the own settings, and the way out. */
export function UserMenu() {
  const { user, company, isFederated } = useAuth()
  const hasSettings = usePermission('FeatureFlags.AccountSettings')
  const hasPast = usePermission('Navigation.UserManagement')
  const navigate = useNavigate()
  if (user === null) return null
  const name = personName(user) || user.username
  return (
    <Menu
      trigger={
        <button type="button" className={css.user}>
          <Avatar name={name} />
          <span className={css.userName}>{name}</span>
          <span className="visually-hidden">{m.shell_user_menu()}</span>
          <NarrowNewsMark />
        </button>
      }
    >
      <div className={css.who}>
        <strong>{name}</strong>
        <span>
          {user.email}
          <br />
          {company}
        </span>
      </div>
      {hasSettings ? (
        <MenuItem
          label={m.settings_title()}
          icon={<Settings />}
          onSelect={() => void navigate({ to: '.', search: true, state: true, hash: userSettingsHash, resetScroll: false })}
        />
      ) : null}
      {isFederated ? null : (
        <MenuItem
          label={m.shell_change_password()}
          icon={<KeyRound />}
          onSelect={() => void navigate({ to: '.', search: true, state: true, hash: changePasswordHash, resetScroll: false })}
        />
      )}
      {hasPast ? (
        <MenuItem
          label={m.shell_moment()}
          icon={<History />}
          onSelect={() => void navigate({ to: '.', search: true, state: true, hash: momentHash, resetScroll: false })}
        />
      ) : null}
      <HelpMenuItems />
      <FeedbackMenuItem />
      <MenuItem label={m.shell_sign_out()} icon={<LogOut />} onSelect={() => void signOut('userLogout')} />
    </Menu>
  )
}
