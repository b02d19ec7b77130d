import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { History } from '../../../history/History.tsx'
import { historyQuery } from '../../../history/queries.ts'

export const Route = createFileRoute('/_shell/company/company-licenses/history')({
  staticData: { title: m.history_title },
  loader: () => void queryClient.prefetchInfiniteQuery(historyQuery('licenses')),
  component: () => <History record="licenses" level={2} />,
})
