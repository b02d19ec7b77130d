import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { KeyPanel } from '../../../api-keys/KeyPanel.tsx'
import { keyGroupsQuery, keyQuery } from '../../../api-keys/queries.ts'

export const Route = createFileRoute('/_shell/developer-administration/access-credentials/$keyId')({
  loader: ({ params }) => {
    void queryClient.prefetchQuery(keyQuery(params.keyId))
    void queryClient.prefetchQuery(keyGroupsQuery)
  },
  staticData: { title: m.keys_key, panel: true },
  component: Key,
})

function Key() {
  return <KeyPanel keyId={Route.useParams().keyId} />
}
