import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatMoment } from '../i18n/time.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { RecordSection, RecordSections } from '../ui/record/parts.tsx'
import { KeyExpiryField, KeyNameField } from './KeyFields.tsx'
import { KeyForm } from './KeyForm.tsx'
import { keyQuery } from './queries.ts'

/** Name and expiry of a key, and where it comes from. */
export function DetailsTab({ keyId }: { keyId: string }) {
  const { data } = useQuery(keyQuery(keyId))
  if (data === undefined) return null
  const key = data.data
  return (
    <RecordSections>
      <RecordSection title={m.keys_details()}>
        {key.isHolderGone ? <Callout tone="danger">{m.keys_stopped_take_over({ name: key.heldBy })}</Callout> : null}
        <KeyForm
          latest={data}
          fields={(form, readOnly) => (
            <>
              <KeyNameField form={form} readOnly={readOnly} />
              <KeyExpiryField form={form} readOnly={readOnly} />
            </>
          )}
        />
      </RecordSection>
      <RecordSection title={m.keys_origin()}>
        <Origin apiKey={key} />
      </RecordSection>
    </RecordSections>
  )
}

function Origin({ apiKey: { previous, createdBy, createdAt } }: { apiKey: ApiKey }) {
  return (
    <DescriptionList
      items={[
        ...(previous
          ? [
              {
                term: m.keys_previous(),
                value: (
                  <>
                    <Mono>{previous.prefix}…</Mono> {m.keys_previous_until_time({ time: formatMoment(previous.validUntil) })}
                  </>
                ),
              },
              { term: m.keys_previous_last_used(), value: <RelativeTime value={previous.lastUsedAt} empty={m.keys_never_used()} /> },
            ]
          : []),
        { term: m.keys_column_created_by(), value: createdBy },
        { term: m.keys_column_created(), value: <RelativeTime value={createdAt} /> },
      ]}
    />
  )
}
