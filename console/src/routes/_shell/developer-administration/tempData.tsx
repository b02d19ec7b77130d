import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { filesQuery } from '../../../temporary-files/queries.ts'
import { filesSearch } from '../../../temporary-files/search.ts'
import { TemporaryDataPage } from '../../../temporary-files/TemporaryDataPage.tsx'

export const Route = createFileRoute('/_shell/developer-administration/tempData')({
  validateSearch: filesSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(filesQuery(deps)),
  staticData: { title: m.files_title },
  component: TemporaryData,
})

function TemporaryData() {
  return <TemporaryDataPage search={Route.useSearch()} />
}
