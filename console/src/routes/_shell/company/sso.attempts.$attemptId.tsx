import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { AttemptPanel } from '../../../federation/AttemptPanel.tsx'

export const Route = createFileRoute('/_shell/company/sso/attempts/$attemptId')({
  staticData: { panel: true, title: m.sso_attempt },
  component: Attempt,
})

function Attempt() {
  return <AttemptPanel attemptId={Route.useParams().attemptId} />
}
