import { useQuery } from '@tanstack/react-query'
import { patchLogStream } from '@steward/contract/log-streams/endpoints'
import type { LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { apiWithEtag } from '../api/client.ts'
import { invalidateTables, queryClient } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { formatList } from '../i18n/format.ts'
import { formatMoment } from '../i18n/time.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { DiscardButton } from '../ui/form/DiscardButton.tsx'
import { chosenOf } from '../ui/form/conflict.ts'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { RecordSection, RecordSections } from '../ui/record/parts.tsx'
import { formatLabels, pauseTexts } from './labels.ts'
import { streamQuery, streamTables } from './queries.ts'
import { changeOf, StreamFields, streamSchema, streamValues, type StreamValues } from './StreamFields.tsx'

interface VersionedStream {
  data: LogStream
  etag: string | undefined
}

/** Settings of a stream, and where it comes from. */
export function DetailsTab({ logStreamId }: { logStreamId: string }) {
  const { data } = useQuery(streamQuery(logStreamId))
  if (data === undefined) return null
  const { pauseReason, previousSecretUntil, createdBy, createdAt } = data.data
  return (
    <RecordSections>
      <RecordSection title={m.streams_settings()}>
        {pauseReason === null ? null : <Callout tone={pauseReason === 'by_hand' ? 'info' : 'danger'}>{pauseTexts[pauseReason]()}</Callout>}
        {previousSecretUntil === null ? null : (
          <Callout tone="info">{m.streams_two_secrets({ time: formatMoment(previousSecretUntil) })}</Callout>
        )}
        <StreamForm latest={data} />
      </RecordSection>
      <RecordSection title={m.keys_origin()}>
        <DescriptionList
          items={[
            { term: m.keys_column_created_by(), value: createdBy },
            { term: m.keys_column_created(), value: <RelativeTime value={createdAt} /> },
          ]}
        />
      </RecordSection>
    </RecordSections>
  )
}

const valuesOf = ({ data }: VersionedStream): StreamValues => streamValues(data)

async function saveStream(logStreamId: string, values: StreamValues, ifMatch: string | undefined): Promise<VersionedStream> {
  const { data, etag } = await apiWithEtag(patchLogStream, { params: { logStreamId }, body: changeOf(values), ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(streamQuery(logStreamId).queryKey, saved)
  return saved
}

/** Edits a stream; saved with the version that was read. */
function StreamForm({ latest }: { latest: VersionedStream }) {
  const { logStreamId, logStreamName } = latest.data
  const form = useContractForm<StreamValues, StreamValues>({ schema: streamSchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedStream, StreamValues>({
    key: 'edit_log_stream',
    save: (values, ifMatch) => saveStream(logStreamId, values, ifMatch),
    latest: () => queryClient.fetchQuery({ ...streamQuery(logStreamId), staleTime: 0 }),
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(streamTables)
      alerts.success(m.streams_updated({ name: saved.data.logStreamName }))
    },
  })
  return (
    <>
      <FormShell
        form={form}
        onSubmit={(values) => save.submit(values, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(values) => <CallPreview endpoint={patchLogStream} input={{ params: { logStreamId }, body: changeOf(values) }} />}
        submitLabel={m.streams_save()}
        submitDisabledReason={isDirty ? undefined : m.users_unchanged()}
        errorFallback={m.streams_error_update()}
        secondary={<DiscardButton form={form} />}
      >
        <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => rebase(latest)} />
        <StreamFields form={form} isNew={false} />
      </FormShell>
      <LeaveGuard isDirty={() => form.formState.isDirty} />
      <SaveConflict
        save={save}
        name={logStreamName}
        fields={(conflict) => conflictFields(valuesIn(conflict, valuesOf))}
        resolved={(conflict, sides) => {
          const values = valuesIn(conflict, valuesOf)
          const chosen = chosenOf(values, sides)
          return {
            kind: values.mine.kind,
            logStreamName: chosen('logStreamName'),
            address: chosen('address'),
            format: chosen('format'),
            sendsAuditLog: chosen('sendsAuditLog'),
            sendsSystemLog: chosen('sendsSystemLog'),
            eventKinds: chosen('eventKinds'),
          }
        }}
        errorFallback={m.streams_error_update()}
      />
    </>
  )
}

/** Each side of a conflict, as text. */
function conflictFields({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', StreamValues>) {
  const field = (id: keyof StreamValues, label: string, text: (values: StreamValues) => string) => ({
    id,
    label,
    base: text(base),
    mine: text(mine),
    theirs: text(theirs),
  })
  const yesOrNo = (value: boolean) => (value ? m.ui_yes() : m.ui_no())
  return [
    field('logStreamName', m.streams_column_name(), ({ logStreamName }) => logStreamName),
    field('address', m.streams_column_address(), ({ address }) => address),
    field('format', m.streams_field_format(), ({ format }) => formatLabels[format]()),
    field('sendsAuditLog', m.streams_sends_audit_log(), ({ sendsAuditLog }) => yesOrNo(sendsAuditLog)),
    field('sendsSystemLog', m.streams_sends_system_log(), ({ sendsSystemLog }) => yesOrNo(sendsSystemLog)),
    field('eventKinds', m.streams_field_events(), ({ eventKinds }) => formatList(eventKinds.map(({ label }) => label))),
  ]
}
