import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import { alerts } from '../api/alerts.ts'
import { runEach } from '../api/runEach.ts'
import { deferred } from '../ui/overlay/deferred.tsx'
import { useBulkAction, type BulkActionState } from '../ui/overlay/useBulkAction.tsx'
import { deselect } from '../ui/table/deselect.ts'
import { reservedReason } from './permissions.ts'
import { roleTables } from './queries.ts'
import { removeRole } from './recordQueries.ts'

// Dialogs load when they are needed; the list does not wait for them.
const DeleteRolesDialog = deferred(() => import('./DeleteRolesDialog.tsx').then((module) => module.DeleteRolesDialog))

/** Deletes one role or many; reserved roles are skipped. */
export const useRoleDelete = (onDone: () => void = () => {}): BulkActionState<readonly Role[]> =>
  useBulkAction<readonly Role[], Role>({
    mutationKey: 'RoleManagement_delete_role',
    tables: roleTables,
    run: (roles) =>
      runEach(
        roles.filter((role) => reservedReason(role) === undefined),
        { id: (role) => role.roleId, name: (role) => role.roleName, run: removeRole, fallback: m.roles_error_delete() },
      ),
    isMany: (roles) => roles.length > 1,
    onSucceeded: (succeeded) => {
      alerts.success(m.roles_deleted({ count: succeeded.length, name: succeeded[0]?.roleName ?? '' }))
      deselect(succeeded.map(({ roleId }) => roleId))
      onDone()
    },
    failedTitle: m.roles_bulk_failed_title,
    question: (roles, props) => <DeleteRolesDialog roles={roles} {...props} />,
  })
