import { useMutation } from '@tanstack/react-query'
import { History, Pause, Play, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { deleteLogStream, patchLogStream, rotateLogStreamSecret, testLogStream } from '@steward/contract/log-streams/endpoints'
import type { LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import { resultOf } from './labels.ts'
import { streamTables } from './queries.ts'

const MintedSecretDialog = deferred(() => import('./MintedSecretDialog.tsx').then((module) => module.MintedSecretDialog))
const ReplayDialog = deferred(() => import('./ReplayDialog.tsx').then((module) => module.ReplayDialog))

type Started = { kind: 'delete' | 'rotate' | 'replay'; stream: LogStream }

export interface StreamActions {
  start: (kind: Started['kind'], stream: LogStream) => void
  test: (stream: LogStream) => void
  pause: (stream: LogStream) => void
  /** Confirmations, and a new secret; rendered by the component that uses the hook. */
  dialogs: ReactNode
}

/** Actions for a stream, in the table's row and in its record. */
export function streamMenu(stream: LogStream, actions: StreamActions): MenuAction[] {
  return [
    { label: m.streams_test(), icon: <Send />, onSelect: () => actions.test(stream) },
    {
      label: stream.isPaused ? m.streams_resume() : m.streams_pause(),
      icon: stream.isPaused ? <Play /> : <Pause />,
      onSelect: () => actions.pause(stream),
    },
    { label: m.streams_replay(), icon: <History />, onSelect: () => actions.start('replay', stream) },
    ...(stream.kind === 'webhook'
      ? [{ label: m.streams_rotate(), icon: <RefreshCw />, onSelect: () => actions.start('rotate', stream) }]
      : []),
    { label: m.streams_delete(), icon: <Trash2 />, danger: true, onSelect: () => actions.start('delete', stream) },
  ]
}

const versionOf = ({ version }: LogStream) => `"${version}"`
const idOf = ({ logStreamId }: LogStream) => ({ logStreamId })

/** Tests, pauses, replays and deletes streams, and rotates their secrets. */
export function useStreamActions(onDeleted: () => void = () => {}): StreamActions {
  const [started, setStarted] = useState<Started>()
  const close = () => setStarted(undefined)
  const reread = () => void invalidateTables([...streamTables, 'log_stream_delivery'])
  const testing = useMutation({
    mutationKey: ['test_log_stream'],
    mutationFn: (stream: LogStream) => api(testLogStream, { params: idOf(stream) }),
    onSuccess: (delivery, { logStreamName: name }) => {
      const result = resultOf(delivery)
      if (delivery.outcome === 'success') alerts.success(m.streams_tested({ name, result }))
      else alerts.danger(m.streams_test_failed({ name, result }))
    },
    onError: (error) => alertFailure(error, m.streams_error_test()),
    onSettled: reread,
  })
  const pausing = useMutation({
    mutationKey: ['pause_log_stream'],
    mutationFn: (stream: LogStream) =>
      api(patchLogStream, { params: idOf(stream), body: { isPaused: !stream.isPaused }, ifMatch: versionOf(stream) }),
    onSuccess: ({ isPaused, logStreamName: name }) => alerts.success(isPaused ? m.streams_paused({ name }) : m.streams_resumed({ name })),
    onError: (error) => alertFailure(error, m.streams_error_update()),
    onSettled: reread,
  })
  const rotation = useMutation({
    mutationKey: ['rotate_log_stream_secret'],
    mutationFn: (stream: LogStream) => api(rotateLogStreamSecret, { params: idOf(stream), ifMatch: versionOf(stream) }),
    onError: (error) => alertFailure(error, m.streams_error_update()),
    onSettled: () => {
      reread()
      close()
    },
  })
  const deletion = useMutation({
    mutationKey: ['delete_log_stream'],
    mutationFn: (stream: LogStream) => api(deleteLogStream, { params: idOf(stream), ifMatch: versionOf(stream) }),
    onSuccess: (_, { logStreamName: name }) => {
      alerts.success(m.streams_deleted({ name }))
      onDeleted()
    },
    onError: (error) => alertFailure(error, m.streams_error_delete()),
    onSettled: () => {
      reread()
      close()
    },
  })
  const minted = rotation.data
  const name = started?.stream.logStreamName ?? ''
  return {
    start: (kind, stream) => setStarted({ kind, stream }),
    test: (stream) => testing.mutate(stream),
    pause: (stream) => pausing.mutate(stream),
    dialogs: (
      <>
        {started?.kind === 'delete' ? (
          <ConfirmDialog
            open
            onClose={close}
            title={m.streams_delete_title({ name })}
            confirmLabel={m.streams_delete()}
            onConfirm={() => deletion.mutate(started.stream)}
            loading={deletion.isPending}
          >
            <p>{m.streams_delete_text()}</p>
          </ConfirmDialog>
        ) : null}
        {started?.kind === 'rotate' ? (
          <ConfirmDialog
            open
            onClose={close}
            title={m.streams_rotate_title({ name })}
            confirmLabel={m.streams_rotate()}
            onConfirm={() => rotation.mutate(started.stream)}
            danger={false}
            loading={rotation.isPending}
          >
            <p>{m.streams_rotate_text()}</p>
          </ConfirmDialog>
        ) : null}
        {started?.kind === 'replay' ? <ReplayDialog stream={started.stream} onClose={close} /> : null}
        {minted && minted.secret !== null ? (
          <MintedSecretDialog name={minted.logStreamName} secret={minted.secret} onClose={rotation.reset} />
        ) : null}
      </>
    ),
  }
}
