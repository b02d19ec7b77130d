import { createFileRoute } from '@tanstack/react-router'
import { LicensesPage } from '../../../licenses/LicensesPage.tsx'

export const Route = createFileRoute('/_shell/company/company-licenses')({
  component: LicensesPage,
})
