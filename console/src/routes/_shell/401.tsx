import { createFileRoute, redirect } from '@tanstack/react-router'
import { NoAccessPage } from '../../session/permissions/NoAccessPage.tsx'
import { isOpen } from '../../session/permissions/permissions.ts'
import { safeRedirect } from '../../session/sign-in/redirect.ts'
import { textParam } from '../../ui/table/search.ts'

/** Where a route leads whose permission is missing (specification 1, section 2). */
export const Route = createFileRoute('/_shell/401')({
  /** `from`: the wanted address; `permission`: what was missing for it. */
  validateSearch: (raw: Record<string, unknown>): { from?: string; permission?: string } => ({
    from: textParam(raw.from),
    permission: textParam(raw.permission),
  }),
  // Who got the permission meanwhile, or signed in as somebody who has it, comes to where they wanted.
  beforeLoad: ({ search }) => {
    const wanted = safeRedirect(search.from)
    if (wanted !== undefined && isOpen(wanted, search.permission)) throw redirect({ href: wanted, replace: true })
  },
  component: function NoAccess() {
    return <NoAccessPage {...Route.useSearch()} />
  },
})
