import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { createLogStreamBody, type LogStream } from '@steward/contract/log-streams/schemas'
import { logStreamFormats, logStreamKinds } from '@steward/contract/log-streams/constants'
import type { SystemEventKind } from '@steward/contract/catalog/activity'
import { m } from '@steward/contract/paraglide/messages'
import { systemEventKinds } from '@steward/contract/system-log/constants'
import { kindLabel } from '../system-log/labels.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { FormMultiSelect, FormRadioGroup, FormSwitch, FormTextField } from '../ui/form/fields.tsx'
import { formatLabels, kindLabels } from './labels.ts'

const rules = createLogStreamBody.shape

/** The contract's rules; kinds of events are kept as the field's options. */
export const streamSchema = z.strictObject({
  logStreamName: rules.logStreamName,
  kind: rules.kind,
  address: rules.address,
  format: z.enum(logStreamFormats),
  sendsAuditLog: z.boolean(),
  sendsSystemLog: z.boolean(),
  eventKinds: z.array(z.custom<Choice>()),
})
export type StreamValues = z.output<typeof streamSchema>

export const noStream: StreamValues = {
  logStreamName: '',
  kind: 'webhook',
  address: '',
  format: 'array',
  sendsAuditLog: true,
  sendsSystemLog: true,
  eventKinds: [],
}

const choiceOf = (kind: string): Choice => ({ value: kind, label: kindLabel(kind) })

export const streamValues = ({
  logStreamName,
  kind,
  address,
  format,
  sendsAuditLog,
  sendsSystemLog,
  eventKinds,
}: LogStream): StreamValues => ({
  logStreamName,
  kind,
  address,
  format,
  sendsAuditLog,
  sendsSystemLog,
  eventKinds: eventKinds.map(choiceOf),
})

const isEventKind = (kind: string): kind is SystemEventKind => systemEventKinds.some((known) => known === kind)

/** What can be changed later. */
export const changeOf = ({ logStreamName, address, format, sendsAuditLog, sendsSystemLog, eventKinds }: StreamValues) => ({
  logStreamName,
  address,
  format,
  sendsAuditLog,
  sendsSystemLog,
  eventKinds: eventKinds.map(({ value }) => value).filter(isEventKind),
})

export const bodyOf = (values: StreamValues) => ({ kind: values.kind, ...changeOf(values) })

/** The fields of a stream; its kind is fixed once it exists. */
export function StreamFields({ form, isNew, readOnly = false }: { form: ContractForm<StreamValues>; isNew: boolean; readOnly?: boolean }) {
  const { control } = form
  const [kind, sendsSystemLog] = useWatch({ control, name: ['kind', 'sendsSystemLog'] })
  const isWebhook = kind === 'webhook'
  return (
    <>
      <FormTextField
        control={control}
        name="logStreamName"
        label={m.streams_column_name()}
        autoComplete="off"
        maxLength={64}
        readOnly={readOnly}
      />
      {isNew ? (
        <FormRadioGroup
          control={control}
          name="kind"
          label={m.streams_column_kind()}
          options={logStreamKinds.map((value) => ({ value, label: kindLabels[value]() }))}
        />
      ) : null}
      <FormTextField
        control={control}
        name="address"
        label={isWebhook ? m.streams_field_url() : m.streams_field_host()}
        hint={isWebhook ? m.streams_url_hint() : m.streams_host_hint()}
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
      />
      {isWebhook ? (
        <FormRadioGroup
          control={control}
          name="format"
          label={m.streams_field_format()}
          options={logStreamFormats.map((value) => ({ value, label: formatLabels[value]() }))}
        />
      ) : null}
      <FormSwitch control={control} name="sendsAuditLog" label={m.streams_sends_audit_log()} />
      <FormSwitch control={control} name="sendsSystemLog" label={m.streams_sends_system_log()} />
      {sendsSystemLog ? (
        <FormMultiSelect
          control={control}
          name="eventKinds"
          label={m.streams_field_events()}
          hint={m.streams_events_hint()}
          placeholder={m.streams_events_find()}
          options={systemEventKinds.map(choiceOf).toSorted((a, b) => a.label.localeCompare(b.label))}
          optional
        />
      ) : null}
    </>
  )
}
