import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasPermission } from '../../../session/permissions/permissions.ts'

/** Redirects to the first list that the user can open; the permission for the page is one of the two. */
export const Route = createFileRoute('/_shell/reference-data/currencies/')({
  beforeLoad: () => {
    const to = hasPermission('Navigation.CurrencyManagement')
      ? '/reference-data/currencies/currency'
      : '/reference-data/currencies/currency-schemes'
    throw redirect({ to, replace: true })
  },
})
