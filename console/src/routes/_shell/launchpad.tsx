import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { LaunchpadPage } from '../../launchpad/LaunchpadPage.tsx'

export const Route = createFileRoute('/_shell/launchpad')({
  staticData: { title: m.menu_launchpad },
  component: LaunchpadPage,
})
