import { createFileRoute } from '@tanstack/react-router'
import { Leaf } from 'lucide-react'
import { queryClient } from '../../api/query.ts'
import { EsgPage } from '../../esg/EsgPage.tsx'
import { esgQuery, esgVersionsQuery } from '../../esg/queries.ts'

export const Route = createFileRoute('/_shell/esg-score-customization')({
  staticData: { icon: Leaf },
  loader: () => {
    void queryClient.prefetchQuery(esgQuery)
    void queryClient.prefetchQuery(esgVersionsQuery)
  },
  component: EsgPage,
})
