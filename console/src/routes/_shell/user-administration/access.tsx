import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { AccessPage } from '../../../access/AccessPage.tsx'
import { accessSearch } from '../../../access/search.ts'

export const Route = createFileRoute('/_shell/user-administration/access')({
  validateSearch: accessSearch,
  staticData: { title: m.access_title },
  component: Access,
})

function Access() {
  return <AccessPage search={Route.useSearch()} />
}
