import { History, KeyRound, LogOut, Settings } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { FeedbackMenuItem } from '../help/feedback/FeedbackButton.tsx'
import { HelpMenuItems } from '../help/HelpButton.tsx'
import { signOut } from '../session/token/signOut.ts'
import { changePasswordHash, momentHash, userSettingsHash } from '../session/settings/hashes.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useAuth } from '../session/token/state.ts'
import { personName } from '../i18n/format.ts'
import { MenuItem } from '../ui/overlay/Menu.tsx'
import { useOverlayHash } from '../ui/overlay/useOverlayHash.ts'
import css from './Shell.module.css'

export function UserMenuItems() {
  const { user, company, isFederated } = useAuth()
  const hasSettings = usePermission('FeatureFlags.AccountSettings')
  const hasPast = usePermission('Navigation.UserManagement')
  const show = useOverlayHash()
  if (user === null) return null
  const name = personName(user) || user.username
  return (
    <>
      <div className={css.who}>
        <strong>{name}</strong>
        <span>
          {user.email}
          <br />
          {company}
        </span>
      </div>
      {hasSettings ? <MenuItem label={m.settings_title()} icon={<Settings />} onSelect={() => show(userSettingsHash)} /> : null}
      {isFederated ? null : <MenuItem label={m.shell_change_password()} icon={<KeyRound />} onSelect={() => show(changePasswordHash)} />}
      {hasPast ? <MenuItem label={m.shell_moment()} icon={<History />} onSelect={() => show(momentHash)} /> : null}
      <HelpMenuItems />
      <FeedbackMenuItem />
      <MenuItem label={m.shell_sign_out()} icon={<LogOut />} onSelect={() => void signOut('userLogout')} />
    </>
  )
}
