import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../api/query.ts'
import { DownloadPage } from '../../exports/DownloadPage.tsx'
import { fileQuery } from '../../exports/queries.ts'
import { downloadSearch } from '../../exports/search.ts'

export const Route = createFileRoute('/_shell/download')({
  validateSearch: downloadSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { file } }) => void (file === undefined ? undefined : queryClient.prefetchQuery(fileQuery(file))),
  component: Download,
})

function Download() {
  const { file } = Route.useSearch()
  return <DownloadPage key={file} fileId={file} />
}
