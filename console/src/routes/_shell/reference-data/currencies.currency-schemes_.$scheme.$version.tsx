import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { vintageQuery } from '../../../reference-data/vintages/queries.ts'
import { VintagePage } from '../../../reference-data/vintages/VintagePage.tsx'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/$version')({
  loader: ({ params }) => void queryClient.prefetchQuery(vintageQuery({ scheme: params.scheme, vintage: params.version })),
  staticData: { title: ({ version = '' }) => version },
  component: Vintage,
})

function Vintage() {
  const { scheme, version } = Route.useParams()
  return <VintagePage scheme={scheme} vintage={version} />
}
