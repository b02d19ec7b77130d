import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createLogStream } from '@steward/contract/log-streams/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { MintedSecretDialog } from './MintedSecretDialog.tsx'
import { streamTables } from './queries.ts'
import { bodyOf, noStream, StreamFields, streamSchema, type StreamValues } from './StreamFields.tsx'

/** Creates a log stream, and shows the secret of a webhook once. */
export function CreateStreamPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/developer-administration/log-streams', search: true })
  const form = useContractForm<StreamValues, StreamValues>({ schema: streamSchema, defaultValues: noStream })
  // After the dialog, whose buttons the message would cover on a phone.
  const finish = (name: string) => {
    close()
    alerts.success(m.streams_created({ name }))
  }
  const mutation = useMutation({
    mutationKey: ['create_log_stream'],
    mutationFn: (values: StreamValues) => api(createLogStream, { body: bodyOf(values) }),
    onSuccess: ({ logStreamName, secret }) => {
      void invalidateTables(streamTables)
      if (secret === null) finish(logStreamName)
    },
  })
  const minted = mutation.data
  return (
    <>
      <PanelForm
        form={form}
        title={m.streams_create()}
        description={m.streams_create_text()}
        onSubmit={mutation.mutateAsync}
        onClose={close}
        onDone={() => {}}
        submitError={mutation.error}
        loading={mutation.isPending}
        preview={(values) => <CallPreview endpoint={createLogStream} input={{ body: bodyOf(values) }} />}
        submitLabel={m.streams_create()}
        errorFallback={m.streams_error_create()}
      >
        <StreamFields form={form} isNew readOnly={minted !== undefined} />
      </PanelForm>
      {minted && minted.secret !== null ? (
        <MintedSecretDialog name={minted.logStreamName} secret={minted.secret} onClose={() => finish(minted.logStreamName)} />
      ) : null}
    </>
  )
}
