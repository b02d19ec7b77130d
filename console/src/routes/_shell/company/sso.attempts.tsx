import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { AttemptsTab } from '../../../federation/AttemptsTab.tsx'
import { attemptsQuery } from '../../../federation/queries.ts'
import { attemptsSearch } from '../../../federation/search.ts'

export const Route = createFileRoute('/_shell/company/sso/attempts')({
  staticData: { title: m.sso_tab_attempts },
  validateSearch: attemptsSearch,
  loader: () => void queryClient.prefetchQuery(attemptsQuery),
  component: Attempts,
})

function Attempts() {
  return <AttemptsTab search={Route.useSearch()} />
}
