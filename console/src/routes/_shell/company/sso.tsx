import { createFileRoute } from '@tanstack/react-router'
import { LogIn } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { federationQuery } from '../../../federation/queries.ts'
import { SsoPage } from '../../../federation/SsoPage.tsx'

export const Route = createFileRoute('/_shell/company/sso')({
  staticData: { icon: LogIn },
  loader: () => void queryClient.prefetchQuery(federationQuery),
  component: SsoPage,
})
