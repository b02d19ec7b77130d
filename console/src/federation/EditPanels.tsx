import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { updateFederation } from '@steward/contract/federation'
import type { Federation, FederationSetup } from '@steward/contract/federation-schemas'
import type { CallInput } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { apiWithEtag } from '../api/client.ts'
import { alerts } from '../ui/alerts.ts'
import { FormTextField } from '../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { PanelBody, SidePanel } from '../ui/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/states.tsx'
import { MetadataFields } from './MetadataFields.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { federationQuery, keepFederation } from './queries.ts'
import { metadataSchema, peopleSchema } from './schemas.ts'
import {
  clientBody,
  metadataValues,
  type MetadataValues,
  peopleBody,
  type PeopleValues,
  peopleValues,
  providerIdOf,
  sourceBody,
} from './setup.ts'

type Body = CallInput<typeof updateFederation>['body']

interface Opened {
  federation: Federation
  active: FederationSetup
  /** The version that is edited: of the moment the panel opened. */
  etag: string | undefined
}

/** The panel for connection or people, once what it edits is known. */
export function EditPanel({ part }: { part: 'connection' | 'people' }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/company/sso' })
  const query = useQuery(federationQuery)
  const [opened, setOpened] = useState<Opened>()
  const active = query.data?.data.active ?? null
  // Kept as it was opened: what others change meanwhile must not replace what is being typed; saving tells of it.
  if (opened === undefined && query.data !== undefined && active !== null) {
    setOpened({ federation: query.data.data, active, etag: query.data.etag })
  }
  if (opened !== undefined) {
    return part === 'connection' ? <ConnectionForm {...opened} onClose={close} /> : <PeopleForm {...opened} onClose={close} />
  }
  return (
    <SidePanel size="medium" title={part === 'connection' ? m.sso_edit_connection() : m.sso_edit_people()} onClose={close}>
      <PanelBody>
        {query.error ? (
          <ErrorState error={query.error} fallback={m.sso_error_get()} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : query.data === undefined ? (
          <SkeletonLines count={8} />
        ) : (
          <EmptyState title={m.sso_gone_title()}>{m.sso_gone_text()}</EmptyState>
        )}
      </PanelBody>
    </SidePanel>
  )
}

function useUpdate(etag: string | undefined) {
  return useMutation({
    mutationKey: ['sso_update'],
    mutationFn: (body: Body) => apiWithEtag(updateFederation, { body, ifMatch: etag }),
    onSuccess: (answer) => {
      keepFederation(answer.data, answer.etag)
      alerts.success(m.sso_saved())
    },
  })
}

type FormProps = Opened & { onClose: () => void }

function ConnectionForm({ federation, active, etag, onClose }: FormProps) {
  const { protocol } = active
  const needs = { protocol, hasFile: active.metadataUrl === null, hasSecret: active.hasClientSecret }
  const form = useContractForm({
    schema: metadataSchema(needs),
    defaultValues: metadataValues(active),
  })
  const update = useUpdate(etag)
  const provider = federation.supportedProviders.find(({ id }) => id === providerIdOf(federation, active))
  return (
    <PanelForm
      form={form}
      size="medium"
      title={m.sso_edit_connection()}
      description={m.sso_edit_connection_text()}
      onSubmit={(values: MetadataValues) =>
        update.mutateAsync({
          slot: 'active',
          providerName: values.providerName,
          ...sourceBody(values),
          ...clientBody(values, protocol),
        })
      }
      onClose={onClose}
      submitError={update.error}
      loading={update.isPending}
      submitLabel={m.sso_save()}
      errorFallback={m.sso_error_save()}
    >
      <FormTextField
        control={form.control}
        name="providerName"
        label={m.sso_provider_name()}
        hint={m.sso_provider_name_hint({ name: active.providerName })}
        autoComplete="off"
        maxLength={64}
      />
      <MetadataFields form={form} protocol={protocol} setup={active} example={provider?.metadataUrlExample ?? ''} />
    </PanelForm>
  )
}

function PeopleForm({ active, etag, onClose }: FormProps) {
  const form = useContractForm({ schema: peopleSchema, defaultValues: peopleValues(active) })
  const update = useUpdate(etag)
  return (
    <PanelForm
      form={form}
      size="medium"
      title={m.sso_edit_people()}
      description={m.sso_edit_people_text()}
      onSubmit={(values: PeopleValues) =>
        update.mutateAsync({ slot: 'active', adminGroupName: values.adminGroupName, ...peopleBody(values) })
      }
      onClose={onClose}
      submitError={update.error}
      loading={update.isPending}
      submitLabel={m.sso_save()}
      errorFallback={m.sso_error_save()}
    >
      <PeopleFields form={form} setup={active} />
    </PanelForm>
  )
}
