import { createFileRoute, notFound } from '@tanstack/react-router'
import { LicensesTab } from '../../../licenses/LicensesPage.tsx'
import { prefetchLicenses } from '../../../licenses/queries.ts'
import { licenseType, licensesSearch } from '../../../licenses/search.ts'
import { tabTitles } from '../../../licenses/tabTitles.ts'
import { QuotasTab } from '../../../quotas/QuotasTab.tsx'

export const Route = createFileRoute('/_shell/company/company-licenses/$type')({
  staticData: { title: ({ type = '' }) => tabTitles[licenseType(type) ?? 'applications']() },
  validateSearch: licensesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => {
    const type = licenseType(params.type)
    if (type === undefined) throw notFound()
    prefetchLicenses(type, deps)
  },
  component: Licenses,
})

function Licenses() {
  const type = licenseType(Route.useParams().type)
  const search = Route.useSearch()
  if (type === undefined) return null
  return type === 'quotas' ? <QuotasTab /> : <LicensesTab type={type} search={search} />
}
