import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import type { ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { personName } from '../../i18n/format.ts'
import { getProfile } from '@steward/contract/session/endpoints'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import { PanelBody, SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { SecuritySection } from '../factors/SecuritySection.tsx'
import { changePasswordHash } from './hashes.ts'
import { OwnSessions } from './OwnSessions.tsx'
import { usePermission } from '../permissions/permissions.ts'
import { PreferencesSection } from './PreferencesSection.tsx'
import css from './UserSettings.module.css'

const profileQuery = endpointQuery(getProfile, ['app_user'], {})

/** The own profile, looks, password, second factors and sessions, in a drawer of 480 px (specification 1, section 9). */
export function UserSettings({ onClose }: { onClose: () => void }) {
  const query = useQuery(profileQuery)
  const profile = query.data
  const isManagedElsewhere = profile?.status === 'EXTERNAL_PROVIDER'
  return (
    <SidePanel size="drawer" title={m.settings_title()} onClose={onClose}>
      <PanelBody>
        <div className={css.sections}>
          <section className={css.section} aria-label={m.settings_profile()}>
            {profile === undefined ? (
              <PendingState query={query} fallback={m.settings_profile_failed()} />
            ) : (
              <>
                <Who profile={profile} />
                <Names userId={profile.userId} isManagedElsewhere={isManagedElsewhere} />
              </>
            )}
          </section>
          <PreferencesSection />
          {profile === undefined ? null : <Password changedTime={profile.passwordChangedTime} isManagedElsewhere={isManagedElsewhere} />}
          {profile === undefined || isManagedElsewhere ? null : <SecuritySection username={profile.username} />}
          <OwnSessions />
        </div>
      </PanelBody>
    </SidePanel>
  )
}

function Who({ profile }: { profile: ResponseOf<typeof getProfile> }) {
  const name = personName(profile) || profile.username
  return (
    <>
      <div className={css.who}>
        <Avatar name={name} large />
        <div>
          <h3>{name}</h3>
          <p className={css.muted}>{profile.company}</p>
        </div>
      </div>
      <DescriptionList
        items={[
          { term: m.login_username(), value: profile.username },
          ...(profile.email === profile.username ? [] : [{ term: m.settings_email(), value: profile.email }]),
          { term: m.login_tenant(), value: profile.tenantName },
          { term: m.settings_roles(), value: profile.roles.length === 0 ? m.settings_roles_none() : profile.roles.join(', ') },
          { term: m.settings_last_sign_in(), value: <RelativeTime value={profile.lastSignInTime} /> },
        ]}
      />
    </>
  )
}

/** Names are changed where all users' are, by people who can edit users (specification 2, section 7: `PATCH /Users/{username}`). */
function Names({ userId, isManagedElsewhere }: { userId: string; isManagedElsewhere: boolean }) {
  const mayEdit = usePermission('Admin.EditUsers')
  if (isManagedElsewhere) return <p className={css.muted}>{m.settings_names_provider()}</p>
  if (!mayEdit) return <p className={css.muted}>{m.settings_names_reason()}</p>
  return (
    <p>
      <Link to="/user-administration/users/$userId" params={{ userId }}>
        {m.settings_names_edit()}
      </Link>
    </p>
  )
}

function Password({ changedTime, isManagedElsewhere }: { changedTime: string | null; isManagedElsewhere: boolean }) {
  const navigate = useNavigate()
  return (
    <section className={css.section}>
      <h3>{m.login_password()}</h3>
      <div className={css.row}>
        <p className={css.muted}>
          {isManagedElsewhere
            ? m.error_password_managed_elsewhere()
            : changedTime === null
              ? m.settings_password_never()
              : m.settings_password_changed()}
          {isManagedElsewhere || changedTime === null ? null : (
            <>
              {' '}
              <RelativeTime value={changedTime} />
            </>
          )}
        </p>
        {isManagedElsewhere ? null : (
          <Button
            small
            icon={<KeyRound />}
            onClick={() =>
              void navigate({ to: '.', search: true, state: true, hash: changePasswordHash, replace: true, resetScroll: false })
            }
          >
            {m.shell_change_password()}
          </Button>
        )}
      </div>
    </section>
  )
}
