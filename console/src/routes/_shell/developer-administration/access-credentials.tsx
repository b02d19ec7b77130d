import { createFileRoute } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { AccessCredentialsPage } from '../../../api-keys/AccessCredentialsPage.tsx'
import { keysQuery } from '../../../api-keys/queries.ts'
import { keysSearch } from '../../../api-keys/search.ts'
import { RecordLayout } from '../../../ui/record/RecordLayout.tsx'

export const Route = createFileRoute('/_shell/developer-administration/access-credentials')({
  staticData: { icon: KeyRound },
  validateSearch: keysSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(keysQuery(deps)),
  component: AccessCredentials,
})

function AccessCredentials() {
  return <RecordLayout list={<AccessCredentialsPage search={Route.useSearch()} />} />
}
