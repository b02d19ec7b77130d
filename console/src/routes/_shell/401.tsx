import { createFileRoute, Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { permissionWords } from '../../session/permissionWords.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { NoAccess } from '../../ui/states.tsx'
import { textParam } from '../../ui/table/search.ts'

/** Where a route leads whose permission is missing (specification 1, section 2). */
export const Route = createFileRoute('/_shell/401')({
  validateSearch: (raw: Record<string, unknown>): { from?: string; permission?: string } => ({
    from: textParam(raw.from),
    permission: textParam(raw.permission),
  }),
  staticData: { title: m.shell_no_access },
  component: NoAccessPage,
})

function NoAccessPage() {
  const { permission } = Route.useSearch()
  return (
    <NoAccess
      missing={permission === undefined ? undefined : permissionWords(permission)}
      actions={
        <Link to="/" className={buttonClass('primary')}>
          {m.shell_home()}
        </Link>
      }
    />
  )
}
