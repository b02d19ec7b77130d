import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { tagQuery } from '../../../reference-data/tags/queries.ts'
import { TagPanel } from '../../../reference-data/tags/TagPanel.tsx'

export const Route = createFileRoute('/_shell/reference-data/data-tags/$tagId')({
  loader: ({ params }) => void queryClient.prefetchQuery(tagQuery(params.tagId)),
  staticData: { title: m.tags_tag, panel: true },
  component: Tag,
})

function Tag() {
  return <TagPanel tagId={Route.useParams().tagId} />
}
