import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { ConnectionTab } from '../../../federation/ConnectionTab.tsx'
import { EditPanel } from '../../../federation/EditPanels.tsx'

export const Route = createFileRoute('/_shell/company/sso/people')({
  staticData: { panel: true, title: m.sso_edit_people },
  component: Editing,
})

function Editing() {
  return (
    <>
      <ConnectionTab />
      <EditPanel part="people" />
    </>
  )
}
