import { useMutation, useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { listSubscriptions, listSupportedEventTypes, saveSubscriptions } from '@steward/contract/notifications/endpoints'
import type { Subscription } from '@steward/contract/notifications/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { useStatus } from '../api/status.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Button } from '../ui/form/Button.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, failureOf, SkeletonLines } from '../ui/display/states.tsx'
import { changesOf, isChosen, type Draft } from './draft.ts'
import css from './NotificationSettingsPage.module.css'
import { PushSection } from './PushSection.tsx'
import { subscriptionsQuery, supportedQuery } from './queries.ts'
import { SubscriptionMatrix } from './SubscriptionMatrix.tsx'

/** Chooses which events reach the user by email, push and the like: one matrix with one save button. */
export function NotificationSettingsPage() {
  return (
    <>
      <PageHeader title={m.notification_settings_title()} sentence={m.notification_settings_sentence()} />
      <div className={css.page}>
        <Subscriptions />
      </div>
    </>
  )
}

function Subscriptions() {
  const supported = useQuery(supportedQuery)
  const saved = useQuery(subscriptionsQuery)
  // Needs both requests: the event types and the saved subscriptions.
  const status = useStatus(listSupportedEventTypes.id, listSubscriptions.id)
  if (supported.data !== undefined && saved.data !== undefined) {
    if (supported.data.length > 0) return <Form supported={supported.data} saved={saved.data} />
    return (
      <EmptyState icon={<Bell />} title={m.notification_settings_empty()}>
        {m.notification_settings_empty_text()}
      </EmptyState>
    )
  }
  const failure = failureOf(supported, saved)
  if (failure) return <ErrorState {...failure} fallback={m.notification_settings_get_failed()} retrying={status === 'loading'} />
  return <SkeletonLines count={8} />
}

interface FormProps {
  supported: NonNullable<Parameters<typeof SubscriptionMatrix>[0]['supported']>
  saved: Subscription[]
}

function Form({ supported, saved }: FormProps) {
  const [draft, setDraft] = useState<Draft>(new Map())
  const changes = changesOf(draft, saved, supported)
  const save = useMutation({
    mutationKey: ['notifications_update_subscriptions'],
    mutationFn: (body: Subscription[]) => api(saveSubscriptions, { body }),
    onSuccess: (now) => {
      queryClient.setQueryData(subscriptionsQuery.queryKey, now)
      setDraft(new Map())
      alerts.success(m.notification_settings_saved())
    },
    onError: (error) => alertFailure(error, m.notification_settings_save_failed()),
  })
  const isDirty = changes.length > 0
  const wantsPush = supported.some(({ eventType }) => isChosen(draft, saved, eventType, 'push'))
  return (
    <>
      <form
        aria-label={m.notification_settings_title()}
        onSubmit={(event) => {
          event.preventDefault()
          if (isDirty && !save.isPending) save.mutate(changes)
        }}
      >
        <SubscriptionMatrix supported={supported} saved={saved} draft={draft} onChange={setDraft} />
        <div className={css.foot}>
          <Button
            kind="primary"
            type="submit"
            loading={save.isPending}
            disabledReason={isDirty ? undefined : m.notification_settings_unchanged()}
          >
            {m.notification_settings_save()}
          </Button>
          {isDirty && !save.isPending ? <Button onClick={() => setDraft(new Map())}>{m.ui_cancel()}</Button> : null}
        </div>
      </form>
      <PushSection wanted={wantsPush} />
      <LeaveGuard isDirty={() => isDirty} />
    </>
  )
}
