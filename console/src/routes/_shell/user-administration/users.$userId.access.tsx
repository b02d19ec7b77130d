import { createFileRoute } from '@tanstack/react-router'
import { AccessExplainer } from '../../../access/AccessExplainer.tsx'
import { askParam } from '../../../access/search.ts'
import { AccessTab } from '../../../users/AccessTab.tsx'
import { KnownUser } from '../../../users/KnownUser.tsx'
import { fullName } from '../../../users/labels.ts'

export const Route = createFileRoute('/_shell/user-administration/users/$userId/access')({
  /** `ask`: the question for the access explainer. */
  validateSearch: (raw: Record<string, unknown>): { ask?: string | undefined } => ({ ask: askParam(raw) }),
  component: Access,
})

function Access() {
  const { userId } = Route.useParams()
  const { ask } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: string | undefined) => void navigate({ search: (previous) => ({ ...previous, ask: next }), replace: true })
  return (
    <KnownUser userId={userId}>
      {(user) => (
        <AccessTab username={user.username}>
          <AccessExplainer username={user.username} name={fullName(user)} userId={userId} ask={ask} onAsk={change} level={3} />
        </AccessTab>
      )}
    </KnownUser>
  )
}
