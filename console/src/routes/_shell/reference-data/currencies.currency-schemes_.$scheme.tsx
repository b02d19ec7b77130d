import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { schemeQuery } from '../../../reference-data/schemes/queries.ts'

/** Around a scheme's page and its vintages' pages, which are not below one another. */
export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme')({
  loader: ({ params }) => void queryClient.prefetchQuery(schemeQuery(params.scheme)),
  staticData: { title: ({ scheme = '' }) => scheme },
})
