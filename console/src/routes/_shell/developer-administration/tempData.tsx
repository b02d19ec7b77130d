import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { filesQuery } from '../../../exports/queries.ts'
import { filesSearch } from '../../../exports/search.ts'
import { TemporaryDataPage } from '../../../exports/TemporaryDataPage.tsx'

export const Route = createFileRoute('/_shell/developer-administration/tempData')({
  validateSearch: filesSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(filesQuery(deps)),
  component: TemporaryData,
})

function TemporaryData() {
  return <TemporaryDataPage search={Route.useSearch()} />
}
