import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { LicensesPage } from '../../../licenses/LicensesPage.tsx'

export const Route = createFileRoute('/_shell/company/company-licenses')({
  staticData: { title: m.menu_licenses },
  component: LicensesPage,
})
