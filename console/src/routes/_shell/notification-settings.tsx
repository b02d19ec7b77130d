import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../api/query.ts'
import { NotificationSettingsPage } from '../../notifications/NotificationSettingsPage.tsx'
import { devicesQuery, subscriptionsQuery, supportedQuery } from '../../notifications/queries.ts'

export const Route = createFileRoute('/_shell/notification-settings')({
  loader: () => {
    void queryClient.prefetchQuery(supportedQuery)
    void queryClient.prefetchQuery(subscriptionsQuery)
    void queryClient.prefetchQuery(devicesQuery)
  },
  component: NotificationSettingsPage,
})
