import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { ConnectionTab } from '../../../federation/ConnectionTab.tsx'
import { EditPanel } from '../../../federation/EditPanels.tsx'

export const Route = createFileRoute('/_shell/company/sso/connection')({
  staticData: { panel: true, title: m.sso_edit_connection },
  component: Editing,
})

function Editing() {
  return (
    <>
      <ConnectionTab />
      <EditPanel part="connection" />
    </>
  )
}
