import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { streamQuery } from '../../../log-streams/queries.ts'
import { StreamRecord } from '../../../log-streams/StreamRecord.tsx'
import { readPeek } from '../../../ui/record/view.ts'

export const Route = createFileRoute('/_shell/developer-administration/log-streams/$logStreamId')({
  beforeLoad: readPeek,
  loader: ({ params }) => void queryClient.prefetchQuery(streamQuery(params.logStreamId)),
  staticData: { title: m.streams_stream, record: true },
  component: Stream,
})

function Stream() {
  return <StreamRecord logStreamId={Route.useParams().logStreamId} />
}
