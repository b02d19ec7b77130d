import { createFileRoute } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { OpenModelsPage } from '../../../open-models/OpenModelsPage.tsx'
import { openModelsQuery } from '../../../open-models/queries.ts'
import { openModelsSearch } from '../../../open-models/search.ts'

export const Route = createFileRoute('/_shell/open-model-engine/nasdaq')({
  staticData: { icon: Boxes },
  validateSearch: openModelsSearch,
  loader: () => void queryClient.prefetchQuery(openModelsQuery),
  component: OpenModels,
})

function OpenModels() {
  return <OpenModelsPage search={Route.useSearch()} />
}
