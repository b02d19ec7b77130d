import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { NetworkError, ProblemError } from '@steward/contract/http'
import { removePushSubscription } from '@steward/contract/notifications/endpoints'
import type { PushSubscriptionItem } from '@steward/contract/notifications/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { problemStatus } from '../api/problem.ts'
import { deviceText } from '../i18n/deviceText.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Card } from '../ui/display/Card.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { SkeletonLines } from '../ui/display/states.tsx'
import { formatDate } from '../i18n/time.ts'
import shared from './NotificationSettings.module.css'
import css from './PushSection.module.css'
import { disablePush, enablePush, readPushState, type PushState } from './push.ts'
import { devicesQuery } from './queries.ts'

const stateKey = ['push_state'] as const

/** Push notifications for this browser, and the user's other browsers. Explains the browser's prompt before it appears. */
export function PushSection({ wanted }: { wanted: boolean }) {
  const state = useQuery({ queryKey: stateKey, queryFn: readPushState, staleTime: 0 })
  const devices = useQuery(devicesQuery)
  if (devices.data === undefined) {
    return (
      <Card title={m.push_title()}>
        <PendingState query={devices} fallback={m.push_get_failed()} lines={3} />
      </Card>
    )
  }
  const endpoint = state.data?.kind === 'on' ? state.data.endpoint : undefined
  const own = devices.data.find((device) => device.endpoint === endpoint)
  return (
    <>
      {wanted && devices.data.length === 0 ? <Callout tone="warning">{m.push_nowhere()}</Callout> : null}
      <Card title={m.push_title()}>
        {state.data === undefined ? <SkeletonLines count={2} /> : <ThisBrowser state={state.data} own={own} />}
      </Card>
      {devices.data.length > 0 ? <Devices devices={devices.data} own={own} /> : null}
    </>
  )
}

function ThisBrowser({ state, own }: { state: PushState; own: PushSubscriptionItem | undefined }) {
  const queryClient = useQueryClient()
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: stateKey }),
      queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
    ])
  }
  const enable = useMutation({
    mutationKey: ['push_enable'],
    mutationFn: enablePush,
    onSuccess: ({ kind }) => {
      if (kind === 'on') alerts.success(m.push_enabled())
    },
    onError: (error) => {
      // Errors of the browser itself aren't network failures, and their messages are for developers.
      if (error instanceof ProblemError || error instanceof NetworkError) alertFailure(error, m.push_enable_failed())
      else alerts.danger(m.push_enable_failed())
    },
    onSettled: refresh,
  })
  const disable = useMutation({
    mutationKey: ['push_disable'],
    mutationFn: async () => {
      if (own) await removeDevice(own)
      await disablePush()
    },
    onSuccess: () => void alerts.success(m.push_disabled()),
    onError: (error) => alertFailure(error, m.push_disable_failed()),
    onSettled: refresh,
  })
  // The server sends the pushes, so a browser it doesn't know is off.
  const kind = state.kind === 'on' && own === undefined ? 'off' : state.kind
  switch (kind) {
    case 'unsupported':
      return <p className={css.text}>{m.push_unsupported()}</p>
    case 'denied':
      return <p className={css.text}>{m.push_denied()}</p>
    case 'off':
      return (
        <Row text={m.push_off()}>
          <Button icon={<BellRing />} loading={enable.isPending} onClick={() => enable.mutate()}>
            {m.push_enable()}
          </Button>
        </Row>
      )
    case 'on':
      return (
        <Row text={m.push_on()}>
          <Button icon={<BellOff />} loading={disable.isPending} onClick={() => disable.mutate()}>
            {m.push_disable()}
          </Button>
        </Row>
      )
  }
}

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <p className={css.text}>{text}</p>
      {children}
    </div>
  )
}

/** An already removed device counts as success. */
async function removeDevice({ pushSubscriptionId }: PushSubscriptionItem): Promise<void> {
  await api(removePushSubscription, { params: { pushSubscriptionId } }).catch((error: unknown) => {
    if (problemStatus(error) !== 404) throw error
  })
}

function Devices({ devices, own }: { devices: readonly PushSubscriptionItem[]; own: PushSubscriptionItem | undefined }) {
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationKey: ['push_remove_device'],
    mutationFn: async (device: PushSubscriptionItem) => {
      await removeDevice(device)
      if (device === own) await disablePush()
    },
    onSuccess: (_, { device }) => void alerts.success(m.push_device_removed({ device: deviceText(device) })),
    onError: (error) => alertFailure(error, m.push_disable_failed()),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: stateKey })
    },
  })
  return (
    <Card title={m.push_devices()}>
      <ul className={css.devices}>
        {devices.map((device) => (
          <li key={device.pushSubscriptionId}>
            <span className={css.device}>
              {deviceText(device.device)} {device === own ? <Badge tone="info">{m.push_device_this()}</Badge> : null}
              <span className={shared.description}>{m.push_device_added({ time: formatDate(device.createdDate) })}</span>
            </span>
            <Button small loading={removal.isPending && removal.variables === device} onClick={() => removal.mutate(device)}>
              {m.push_device_remove({ device: deviceText(device.device) })}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
