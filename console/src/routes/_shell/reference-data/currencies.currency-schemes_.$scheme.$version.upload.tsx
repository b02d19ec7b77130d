import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { uploadsQuery } from '../../../reference-data/uploads/queries.ts'
import { UploadTab } from '../../../reference-data/uploads/UploadTab.tsx'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/$version/upload')({
  loader: ({ params }) => void queryClient.prefetchQuery(uploadsQuery({ scheme: params.scheme, vintage: params.version })),
  staticData: { title: m.rates_tab_upload },
  component: Tab,
})

function Tab() {
  const { scheme, version } = Route.useParams()
  return <UploadTab scheme={scheme} vintage={version} />
}
