import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { tagsQuery } from '../../../reference-data/tags/queries.ts'
import { tagsSearch } from '../../../reference-data/tags/search.ts'
import { TagsPage } from '../../../reference-data/tags/TagsPage.tsx'

export const Route = createFileRoute('/_shell/reference-data/data-tags')({
  staticData: { icon: Tags },
  validateSearch: tagsSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(tagsQuery(deps)),
  component: DataTags,
})

function DataTags() {
  return (
    <>
      <TagsPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
