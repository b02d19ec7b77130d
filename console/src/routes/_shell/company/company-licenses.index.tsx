import { createFileRoute } from '@tanstack/react-router'
import { LicensesTab } from '../../../licenses/LicensesPage.tsx'
import { prefetchLicenses } from '../../../licenses/queries.ts'
import { licensesSearch } from '../../../licenses/search.ts'

export const Route = createFileRoute('/_shell/company/company-licenses/')({
  validateSearch: licensesSearch,
  loader: () => prefetchLicenses('applications', {}),
  component: Applications,
})

function Applications() {
  return <LicensesTab type="applications" search={Route.useSearch()} />
}
