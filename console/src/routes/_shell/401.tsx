import { createFileRoute, redirect } from '@tanstack/react-router'
import { obstacleOf } from '../../access/missing.ts'
import { MissingParts } from '../../access/MissingParts.tsx'
import { useRefusal } from '../../access/useRefusal.ts'
import { NoAccessPage } from '../../session/permissions/NoAccessPage.tsx'
import { isOpen } from '../../session/permissions/permissions.ts'
import { safeRedirect } from '../../session/sign-in/redirect.ts'
import { textParam } from '../../ui/table/search.ts'

/** Target of a route whose permission is missing (specification 1, section 2). */
export const Route = createFileRoute('/_shell/401')({
  /** `from`: the requested address; `permission`: the missing permission. */
  validateSearch: (raw: Record<string, unknown>): { from?: string; permission?: string } => ({
    from: textParam(raw.from),
    permission: textParam(raw.permission),
  }),
  // A user who has since been granted the permission, or signed in as another user, continues to the requested page.
  beforeLoad: ({ search }) => {
    const wanted = safeRedirect(search.from)
    if (wanted !== undefined && isOpen(wanted, search.permission)) throw redirect({ href: wanted, replace: true })
  },
  component: function NoAccess() {
    const search = Route.useSearch()
    const refusal = useRefusal(search.permission)
    return (
      <NoAccessPage {...search} obstacle={refusal && obstacleOf(refusal.reason)} reasons={refusal && <MissingParts refusal={refusal} />} />
    )
  },
})
