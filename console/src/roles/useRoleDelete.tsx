import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import { invalidateTables } from '../api/query.ts'
import { alerts } from '../api/alerts.ts'
import { runEach, type EachOutcome } from '../api/runEach.ts'
import { formatNumber } from '../i18n/time.ts'
import { removeRole, roleTables } from './queries.ts'
import { reservedReason } from './permissions.ts'
import { deferred } from '../ui/overlay/deferred.tsx'

// Dialogs come when something is about to be done; the list does not wait for them.
const DeleteRolesDialog = deferred(() => import('./DeleteRolesDialog.tsx').then((module) => module.DeleteRolesDialog))
const BulkResultDialog = deferred(() => import('../ui/overlay/BulkResult.tsx').then((module) => module.BulkResultDialog))

export interface RoleDelete {
  /** Asks, deletes, tells how it went. */
  start: (roles: readonly Role[]) => void
  /** The question, or the list of what failed; rendered by whoever uses the hook. */
  dialogs: ReactNode
}

/** Deleting one role or many; reserved ones are left out. */
export function useRoleDelete(onDone: () => void = () => {}): RoleDelete {
  const [started, setStarted] = useState<{ roles: readonly Role[]; outcome?: EachOutcome<Role> }>()
  const mutation = useMutation({
    mutationKey: ['RoleManagement_delete_role'],
    mutationFn: (roles: readonly Role[]) =>
      runEach(
        roles.filter((role) => reservedReason(role) === undefined),
        { id: (role) => role.roleId, name: (role) => role.roleName, run: removeRole, fallback: m.roles_error_delete() },
      ),
    onSuccess: (outcome, roles) => {
      if (outcome.succeeded.length > 0) {
        alerts.success(m.roles_deleted({ count: outcome.succeeded.length, name: outcome.succeeded[0]?.roleName ?? '' }))
        onDone()
      }
      // A deleted role's own panel is left before it is asked for again.
      void invalidateTables(roleTables)
      if (outcome.failed.length === 0) setStarted(undefined)
      else setStarted(roles.length > 1 ? { roles, outcome } : { roles })
    },
  })
  const start = (roles: readonly Role[]) => {
    mutation.reset()
    setStarted({ roles })
  }
  const close = () => setStarted(undefined)

  let dialogs: ReactNode = null
  if (started?.outcome) {
    const { failed, succeeded } = started.outcome
    dialogs = (
      <BulkResultDialog
        title={m.roles_bulk_failed_title({ count: failed.length })}
        text={m.groups_bulk_failed_text({
          succeeded: formatNumber(succeeded.length),
          total: formatNumber(succeeded.length + failed.length),
        })}
        failures={failed}
        onClose={close}
      />
    )
  } else if (started) {
    dialogs = (
      <DeleteRolesDialog
        roles={started.roles}
        onClose={close}
        onConfirm={() => mutation.mutate(started.roles)}
        loading={mutation.isPending}
        failure={mutation.data?.failed[0]?.message}
      />
    )
  }
  return { start, dialogs }
}
