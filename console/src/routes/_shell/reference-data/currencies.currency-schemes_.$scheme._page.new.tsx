import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CreateVintagePanel } from '../../../reference-data/vintages/CreateVintagePanel.tsx'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/_page/new')({
  staticData: { title: m.vintages_create, panel: true },
  component: CreateVintage,
})

function CreateVintage() {
  return <CreateVintagePanel code={Route.useParams().scheme} />
}
