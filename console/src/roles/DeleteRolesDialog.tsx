import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { deleteRole } from '@steward/contract/roles/endpoints'
import type { Role } from '@steward/contract/roles/schemas'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { NamedOnes } from '../ui/overlay/BulkResult.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Skipped, type SkippedOne } from '../ui/overlay/Skipped.tsx'
import type { BulkQuestionProps } from '../ui/overlay/useBulkAction.tsx'
import { formatNumber } from '../i18n/time.ts'
import css from './roles.module.css'
import { actionsOf, groupsOf, usersOf } from './counts.ts'
import { reservedReason } from './permissions.ts'

interface DeleteRolesDialogProps extends BulkQuestionProps {
  roles: readonly Role[]
}

/** Confirms the deletion of roles: shows which groups and how many people lose which roles. */
export function DeleteRolesDialog({ roles, onClose, onConfirm, loading, failure }: DeleteRolesDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const touched = roles.filter((role) => reservedReason(role) === undefined)
  const skipped = roles.flatMap((role): SkippedOne[] => {
    const reason = reservedReason(role)
    return reason === undefined ? [] : [{ name: role.roleName, reason }]
  })
  const isRefused = touched.length === 0
  const of = { count: isRefused ? roles.length : touched.length, name: touched[0]?.roleName ?? roles[0]?.roleName ?? '' }
  const groups = [...new Set(touched.flatMap((role) => (role.groups ?? []).map((group) => group.groupName)))]
  const users = touched.reduce((sum, role) => sum + usersOf(role), 0)
  const actions = touched.reduce((sum, role) => sum + actionsOf(role), 0)
  const isUsed = touched.some((role) => groupsOf(role) > 0)
  const [only, ...others] = touched
  const previewed = others.length === 0 ? only : undefined
  const preview = usePreview(deleteRole, previewed && { params: { roleId: previewed.roleId } })
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.roles_delete_title(of)}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button kind="danger" loading={loading} disabledReason={isRefused ? skipped[0]?.reason : undefined} onClick={onConfirm}>
            {m.roles_delete_confirm(of)}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {failure === undefined ? null : (
          <Callout tone="danger" role="alert">
            {failure}
          </Callout>
        )}
        {touched.length > 1 ? <NamedOnes names={touched.map((role) => role.roleName)} /> : null}
        {isUsed ? (
          <>
            <p>{m.roles_delete_text({ count: users, actions: formatNumber(actions) })}</p>
            <p className={css.muted}>{m.roles_delete_groups()}</p>
            <NamedOnes names={groups} />
          </>
        ) : isRefused ? null : (
          <p>{m.roles_delete_unused()}</p>
        )}
        {previewed ? <PreviewedEffects preview={preview} /> : null}
        <Skipped title={isRefused ? m.changes_refused() : m.roles_skipped({ count: skipped.length })} skipped={skipped} />
      </div>
    </Dialog>
  )
}
