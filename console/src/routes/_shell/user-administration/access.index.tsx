import { createFileRoute } from '@tanstack/react-router'
import { PersonTab } from '../../../access/PersonTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/access/')({ component: Person })

function Person() {
  return <PersonTab search={Route.useSearch()} />
}
