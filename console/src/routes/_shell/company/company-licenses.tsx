import { createFileRoute } from '@tanstack/react-router'
import { BookOpenCheck } from 'lucide-react'
import { LicensesPage } from '../../../licenses/LicensesPage.tsx'

export const Route = createFileRoute('/_shell/company/company-licenses')({
  staticData: { hasPast: true, icon: BookOpenCheck },
  component: LicensesPage,
})
