import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { configQuery } from '../../api/config.ts'
import { queryClient } from '../../api/query.ts'
import { LaunchpadPage } from '../../launchpad/LaunchpadPage.tsx'

export const Route = createFileRoute('/_shell/launchpad')({
  staticData: { title: m.menu_launchpad },
  // Without the addresses the tiles say so.
  loader: () => queryClient.ensureQueryData({ ...configQuery, retry: false }).catch(() => undefined),
  component: LaunchpadPage,
})
