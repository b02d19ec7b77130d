import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { formatDays } from '../i18n/duration.ts'

/** While the log loads: about as long as what comes, so that nothing moves. */
const usualDays = 400

/** How long a log is kept, with the way to the setting for those who can change it. */
export function KeptFor({ days }: { days: number | undefined }) {
  const canChange = usePermission('Admin.EditTenantSettings')
  const hasPage = usePermission('Navigation.TenantSettings')
  return (
    <span style={days === undefined ? { visibility: 'hidden' } : undefined}>
      {m.tenant_settings_kept({ duration: formatDays(days ?? usualDays) })}
      {canChange && hasPage ? (
        <>
          {' '}
          <PlainLink link={{ to: '/configurations/tenant-settings', hash: retentionId }}>{m.tenant_settings_kept_change()}</PlainLink>
        </>
      ) : null}
    </span>
  )
}

/** The id of the setting on its page. */
export const retentionId = 'log-retention'
