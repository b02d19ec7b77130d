import { createFileRoute } from '@tanstack/react-router'
import { ShieldQuestion } from 'lucide-react'
import { AccessPage } from '../../../access/AccessPage.tsx'
import { accessSearch } from '../../../access/search.ts'

export const Route = createFileRoute('/_shell/user-administration/access')({
  staticData: { hasPast: true, icon: ShieldQuestion },
  validateSearch: accessSearch,
  component: Access,
})

function Access() {
  return <AccessPage search={Route.useSearch()} />
}
