import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { enableFederation } from '@steward/contract/federation'
import type { Federation, FederationSetup } from '@steward/contract/federation-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { apiWithEtag } from '../api/client.ts'
import { useUser } from '../session/state.ts'
import { alerts } from '../ui/alerts.ts'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { impactQuery, keepFederation } from './queries.ts'
import { peopleSchema } from './schemas.ts'
import { clientBody, type MetadataValues, peopleBody, type PeopleValues, type ProviderValues, sourceBody } from './setup.ts'
import { StepSecondary } from './StepSecondary.tsx'

export interface PeopleStepProps {
  provider: ProviderValues
  metadata: MetadataValues
  setup: FederationSetup | null
  values: PeopleValues
  onNext: (federation: Federation) => void
  onBack: (values: PeopleValues) => void
  onCancel: (() => void) | undefined
}

/** Who may do what, and who keeps a password; then everything is kept as a draft. */
export function PeopleStep({ provider, metadata, setup, values, onNext, onBack, onCancel }: PeopleStepProps) {
  const form = useContractForm({ schema: peopleSchema, defaultValues: values })
  const ownName = useUser().username
  const { data: impact } = useQuery(impactQuery)
  const mayKeepPassword = impact?.breakGlassCandidates.some(({ username }) => username === ownName) === true
  useEffect(() => {
    // Known only once the candidates are: whoever sets it up is the likeliest.
    if (mayKeepPassword && form.getValues('adminUsername') === '') form.setValue('adminUsername', ownName)
  }, [mayKeepPassword, ownName, form])
  const draft = useMutation({
    mutationKey: ['sso_draft'],
    mutationFn: (people: PeopleValues) => {
      const { metadataUrl, metadata: text } = sourceBody(metadata)
      return apiWithEtag(enableFederation, {
        body: {
          IsTestIdp: true,
          ProviderName: provider.providerName,
          AdminGroupName: people.adminGroupName,
          ...(metadataUrl === undefined ? {} : { MetadataUrl: metadataUrl }),
          ...(text === undefined ? {} : { metadata: text }),
          protocol: provider.protocol,
          ...clientBody(metadata, provider.protocol),
          ...peopleBody(people),
        },
      })
    },
    onSuccess: ({ data, etag }) => {
      keepFederation(data, etag)
      alerts.success(m.sso_draft_saved())
      onNext(data)
    },
  })
  return (
    <FormShell
      form={form}
      onSubmit={draft.mutateAsync}
      onDone={() => {}}
      submitError={draft.error}
      loading={draft.isPending}
      submitLabel={m.sso_draft_save()}
      errorFallback={m.sso_error_save()}
      fieldNames={{ AdminGroupName: 'adminGroupName' }}
      secondary={<StepSecondary onBack={() => onBack(form.getValues())} onCancel={onCancel} />}
    >
      <PeopleFields form={form} setup={setup} />
    </FormShell>
  )
}
