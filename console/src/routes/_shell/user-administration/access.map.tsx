import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { MapTab } from '../../../access/MapTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/access/map')({
  staticData: { hasPast: false, title: m.access_tab_map },
  component: MapTab,
})
