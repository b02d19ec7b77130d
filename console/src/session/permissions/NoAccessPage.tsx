import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../api/query.ts'
import { Button, buttonClass } from '../../ui/form/Button.tsx'
import type { Obstacle } from '../../ui/display/NoAccessState.tsx'
import { EmptyState, NoAccess } from '../../ui/display/states.tsx'
import { signOut } from '../token/signOut.ts'
import { permissionLabel } from './permissionLabel.ts'
import { permissionsQuery, useCan, usePermission } from './permissions.ts'
import { useAuth } from '../token/state.ts'
import { rememberedTenant } from '../sign-in/tenant.ts'

export interface NoAccessPageProps {
  /** The requested address. */
  from?: string | undefined
  /** The missing permission. */
  permission?: string | undefined
  /** What keeps a signed-in user from it. */
  obstacle?: Obstacle | undefined
  /** What its rule lacks; only a signed-in user has facts for it. */
  reasons?: ReactNode
}

/** What is missing, who can grant it, and a link to sign in as another user, which leads back to the requested page. */
export function NoAccessPage(props: NoAccessPageProps) {
  const { isAuthenticated } = useAuth()
  // Only a signed-in user has permissions to load.
  if (isAuthenticated && props.permission === 'Navigation.ScimManagement') return <NoProvisioning {...props} />
  if (isAuthenticated && props.permission === 'Navigation.JobLog') return <NoJobLog {...props} />
  if (isAuthenticated && referenceData.has(props.permission)) return <NoReferenceData {...props} />
  return <Refused {...props} />
}

/** What pages of reference data need besides the permission for their table. */
const referenceData = new Set<string | undefined>(['Navigation.ReferenceData', 'Navigation.DataTags'])

function NoReferenceData(props: NoAccessPageProps) {
  const can = useCan()
  const hasRole = can('Navigation.CurrencyManagement') || can('Navigation.CurrencySchemeManagement')
  return hasRole ? <Lacks>{m.shell_reference_data_climate()}</Lacks> : <Refused {...props} />
}

function NoProvisioning(props: NoAccessPageProps) {
  if (!usePermission('Admin.ConfigureSSO')) return <Refused {...props} />
  const action = (
    <Link to="/company/sso" className={buttonClass('primary')}>
      {m.shell_scim_open_sso()}
    </Link>
  )
  return <Lacks action={action}>{m.shell_scim_needs_sso()}</Lacks>
}

function NoJobLog(props: NoAccessPageProps) {
  const facts = queryClient.getQueryData(permissionsQuery.queryKey)?.facts
  const hasAction = ['DataAdmin.ViewJobLog', 'DataAdmin.ManageJobs'].some((action) => facts?.actions[action] !== undefined)
  const hasRole = usePermission('Admin.ViewSystemLog') && hasAction
  if (!hasRole) return <Refused {...props} />
  const isNone = (facts?.resourceGroups['RI-DATAADMIN']?.count ?? 0) === 0
  return <Lacks>{isNone ? m.jobs_no_resource_groups() : m.jobs_no_membership()}</Lacks>
}

/** A user whose roles are enough is told what else is missing. */
function Lacks({ children, action }: { children: string; action?: ReactNode }) {
  return (
    <EmptyState
      level={1}
      icon={<Lock />}
      title={m.ui_no_access_title()}
      actions={
        action ?? (
          <Link to="/" className={buttonClass('primary')}>
            {m.shell_home()}
          </Link>
        )
      }
    >
      {children}
    </EmptyState>
  )
}

function Refused({ from, permission, obstacle, reasons }: NoAccessPageProps) {
  const { isAuthenticated } = useAuth()
  return (
    <NoAccess
      missing={permission === undefined ? undefined : permissionLabel(permission)}
      obstacle={isAuthenticated ? obstacle : 'unknown'}
      reasons={isAuthenticated ? reasons : undefined}
      actions={
        isAuthenticated ? (
          <>
            <Link to="/" className={buttonClass('primary')}>
              {m.shell_home()}
            </Link>
            {/* `onSignOut` in main.tsx keeps the requested address. */}
            <Button onClick={() => void signOut('userLogout')}>{m.shell_sign_in_as_other()}</Button>
          </>
        ) : (
          <Link to="/login" search={{ redirect: from, tenant: rememberedTenant() }} className={buttonClass('primary')}>
            {m.login_sign_in()}
          </Link>
        )
      }
    />
  )
}
