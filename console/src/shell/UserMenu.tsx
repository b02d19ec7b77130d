import { useNavigate } from '@tanstack/react-router'
import { KeyRound, LogOut, Settings } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { signOut } from '../session/actions.ts'
import { changePasswordHash, userSettingsHash } from '../session/hashes.ts'
import { useAuth } from '../session/state.ts'
import { setPreferences, usePreferences } from '../theme/preferences.ts'
import { Avatar } from '../ui/layout.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/Menu.tsx'
import css from './Shell.module.css'

/** Who is signed in, how the console looks, and the way out. */
export function UserMenu() {
  const { user, company, isFederated } = useAuth()
  const { theme, density } = usePreferences()
  const navigate = useNavigate()
  if (user === null) return null
  const name = `${user.givenName} ${user.familyName}`.trim() || user.username
  return (
    <Menu
      trigger={
        <button type="button" className={css.user}>
          <Avatar name={name} />
          <span className={css.userName}>{name}</span>
          <span className="visually-hidden">{m.shell_user_menu()}</span>
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
      <MenuRadioGroup
        label={m.shell_theme()}
        value={theme}
        onChange={(next) => setPreferences({ theme: next })}
        options={[
          { value: 'system', label: m.shell_theme_system() },
          { value: 'light', label: m.shell_theme_light() },
          { value: 'dark', label: m.shell_theme_dark() },
        ]}
      />
      <MenuRadioGroup
        label={m.shell_density()}
        value={density}
        onChange={(next) => setPreferences({ density: next })}
        options={[
          { value: 'comfortable', label: m.shell_density_comfortable() },
          { value: 'compact', label: m.shell_density_compact() },
        ]}
      />
      <MenuSeparator />
      <MenuItem
        label={m.settings_title()}
        icon={<Settings />}
        onSelect={() => void navigate({ to: '.', search: true, hash: userSettingsHash, resetScroll: false })}
      />
      {isFederated ? null : (
        <MenuItem
          label={m.shell_change_password()}
          icon={<KeyRound />}
          onSelect={() => void navigate({ to: '.', search: true, hash: changePasswordHash, resetScroll: false })}
        />
      )}
      <MenuItem label={m.shell_sign_out()} icon={<LogOut />} onSelect={() => void signOut('userLogout')} />
    </Menu>
  )
}
