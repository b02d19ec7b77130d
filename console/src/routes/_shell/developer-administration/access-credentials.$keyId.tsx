import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { KeyRecord } from '../../../api-keys/KeyRecord.tsx'
import { keyQuery } from '../../../api-keys/queries.ts'
import { readPeek } from '../../../ui/record/view.ts'

export const Route = createFileRoute('/_shell/developer-administration/access-credentials/$keyId')({
  beforeLoad: readPeek,
  loader: ({ params }) => void queryClient.prefetchQuery(keyQuery(params.keyId)),
  staticData: { title: m.keys_key, record: true },
  component: Key,
})

function Key() {
  return <KeyRecord keyId={Route.useParams().keyId} />
}
