import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { CreateKeyPanel } from '../../../api-keys/CreateKeyPanel.tsx'
import { keyGroupsQuery } from '../../../api-keys/recordQueries.ts'

export const Route = createFileRoute('/_shell/developer-administration/access-credentials/new')({
  loader: () => void queryClient.prefetchQuery(keyGroupsQuery),
  staticData: { title: m.keys_create, panel: true, permission: 'Admin.EditApiKeys' },
  component: CreateKeyPanel,
})
