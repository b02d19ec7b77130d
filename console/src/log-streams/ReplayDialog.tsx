import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { replayLogStream } from '@steward/contract/log-streams/endpoints'
import type { LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { TextField } from '../ui/form/TextField.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { streamTables } from './queries.ts'
import { serverNow } from '../i18n/serverTime.ts'

const dayMs = 86_400_000
/** As the field has it: "2026-03-14T09:26", in UTC. */
const fieldOf = (at: number) => new Date(at).toISOString().slice(0, 16)

/** Asks from when a stream is sent again. */
export function ReplayDialog({ stream, onClose }: { stream: LogStream; onClose: () => void }) {
  const [from, setFrom] = useState(() => fieldOf(serverNow() - dayMs))
  const at = Date.parse(`${from}:00Z`)
  const replay = useMutation({
    mutationKey: ['replay_log_stream'],
    mutationFn: () => api(replayLogStream, { params: { logStreamId: stream.logStreamId }, body: { from: new Date(at).toISOString() } }),
    onSuccess: () => {
      void invalidateTables(streamTables)
      alerts.success(m.streams_replayed({ name: stream.logStreamName }))
      onClose()
    },
  })
  const error = Number.isNaN(at)
    ? m.error_log_stream_replay_refused()
    : replay.error && problemMessage(replay.error, m.streams_error_update())
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.streams_replay_title({ name: stream.logStreamName })}
      confirmLabel={m.streams_replay()}
      onConfirm={() => (Number.isNaN(at) ? undefined : replay.mutate())}
      danger={false}
      loading={replay.isPending}
    >
      <p>{m.streams_replay_text()}</p>
      <TextField
        type="datetime-local"
        label={m.streams_replay_from()}
        value={from}
        max={fieldOf(serverNow())}
        onChange={(event) => {
          replay.reset()
          setFrom(event.target.value)
        }}
        error={error ?? undefined}
      />
    </ConfirmDialog>
  )
}
