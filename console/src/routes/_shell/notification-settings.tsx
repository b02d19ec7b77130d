import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../api/query.ts'
import { NotificationSettingsPage } from '../../notifications/NotificationSettingsPage.tsx'
import { devicesQuery, subscriptionsQuery, supportedQuery } from '../../notifications/queries.ts'

export const Route = createFileRoute('/_shell/notification-settings')({
  staticData: { title: m.notification_settings_title },
  loader: () => {
    void queryClient.prefetchQuery(supportedQuery)
    void queryClient.prefetchQuery(subscriptionsQuery)
    void queryClient.prefetchQuery(devicesQuery)
  },
  component: NotificationSettingsPage,
})
