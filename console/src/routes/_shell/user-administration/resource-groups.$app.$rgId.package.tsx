import { createFileRoute } from '@tanstack/react-router'
import { PackageTab } from '../../../resource-groups/PackageTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/$rgId/package')({
  component: Tab,
})

function Tab() {
  return <PackageTab {...Route.useRouteContext().product} rgId={Route.useParams().rgId} />
}
