import { createFileRoute } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import { configQuery } from '../../api/config.ts'
import { queryClient } from '../../api/query.ts'
import { LaunchpadPage } from '../../launchpad/LaunchpadPage.tsx'

export const Route = createFileRoute('/_shell/launchpad')({
  staticData: { icon: LayoutGrid },
  // If the addresses are missing, the tiles say so.
  loader: () => queryClient.ensureQueryData({ ...configQuery, retry: false }).catch(() => undefined),
  component: LaunchpadPage,
})
