import { createFileRoute } from '@tanstack/react-router'
import { configQuery } from '../../api/config.ts'
import { queryClient } from '../../api/query.ts'
import { LaunchpadPage } from '../../launchpad/LaunchpadPage.tsx'

export const Route = createFileRoute('/_shell/launchpad')({
  // If the addresses are missing, the tiles say so.
  loader: () => queryClient.ensureQueryData({ ...configQuery, retry: false }).catch(() => undefined),
  component: LaunchpadPage,
})
