import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { enableFederation, updateFederation } from '@steward/contract/federation/endpoints'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { apiWithEtag } from '../api/client.ts'
import { useUser } from '../session/token/state.ts'
import { alerts } from '../api/alerts.ts'
import type { Side } from '../ui/form/conflict.ts'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { useVersionedSave, type VersionConflict } from '../ui/form/useVersionedSave.ts'
import { draftConflict, resolvedPeople, saysTheSame } from './conflicts.ts'
import { PeopleFields } from './PeopleFields.tsx'
import { impactQuery, keepFederation, readFederationAgain, type VersionedFederation } from './queries.ts'
import { peopleSchema } from './schemas.ts'
import { clientBody, type MetadataValues, peopleBody, type PeopleValues, type ProviderValues, sourceBody } from './setup.ts'
import { StepSecondary } from './StepSecondary.tsx'
import { useGroupName } from './useGroupName.ts'

export interface PeopleStepProps {
  provider: ProviderValues
  metadata: MetadataValues
  setup: FederationSetup | null
  values: PeopleValues
  /** The version the wizard started with, to detect changes by others. */
  base: VersionedFederation
  onNext: (saved: VersionedFederation) => void
  onBack: (values: PeopleValues) => void
  onCancel: (() => void) | undefined
}

/** Group mappings and the administrator who keeps a password; then everything is saved as a draft. */
export function PeopleStep({ provider, metadata, setup, values, base, onNext, onBack, onCancel }: PeopleStepProps) {
  const form = useContractForm({ schema: peopleSchema, defaultValues: values })
  const ownName = useUser().username
  const { data: impact } = useQuery(impactQuery)
  const mayKeepPassword = impact?.breakGlassCandidates.some(({ username }) => username === ownName) === true
  useEffect(() => {
    // The candidates load later. The user who sets it up is the most likely choice.
    if (mayKeepPassword && form.getValues('adminUsername') === '') form.setValue('adminUsername', ownName)
  }, [mayKeepPassword, ownName, form])
  const save = useVersionedSave<VersionedFederation, DraftValues>({
    key: 'sso_draft',
    save: (wanted, ifMatch) => saveDraft({ provider, metadata, ...wanted }, ifMatch),
    latest: readFederationAgain,
    isSame: ({ data: before }, { data: theirs }) => theirs.draft === null || saysTheSame(before.draft, theirs.draft, metadata),
    onSaved: (saved) => {
      alerts.success(m.sso_draft_saved())
      onNext(saved)
    },
  })
  const nameOf = useGroupName(save.conflict?.theirs.data.draft ?? setup)
  return (
    <>
      <FormShell
        form={form}
        onSubmit={(people) => save.submit({ people, connection: 'mine' }, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        submitLabel={m.sso_draft_save()}
        errorFallback={m.sso_error_save()}
        fieldNames={{ AdminGroupName: 'adminGroupName' }}
        secondary={<StepSecondary onBack={() => onBack(form.getValues())} onCancel={onCancel} />}
      >
        <PeopleFields form={form} setup={setup} />
      </FormShell>
      <SaveConflict
        save={save}
        name={m.menu_sso()}
        fields={(conflict) => draftConflict(peopleIn(conflict), { provider, metadata }, nameOf)}
        resolved={(conflict, sides) => ({ people: resolvedPeople(peopleIn(conflict), sides), connection: sides['connection'] ?? 'theirs' })}
        errorFallback={m.sso_error_save()}
      />
    </>
  )
}

const peopleIn = ({ base, mine, theirs }: VersionConflict<VersionedFederation, DraftValues>) => ({
  base: base.data.draft,
  mine: mine.people,
  theirs: theirs.data.draft,
})

interface DraftValues {
  people: PeopleValues
  /** Which connection to keep in a conflict; if theirs, it stays unchanged. */
  connection: Side
}

async function saveDraft(
  { provider, metadata, people, connection }: DraftValues & Pick<PeopleStepProps, 'provider' | 'metadata'>,
  ifMatch: string | undefined,
): Promise<VersionedFederation> {
  const { metadataUrl, metadata: text } = sourceBody(metadata)
  const saved =
    connection === 'theirs'
      ? await apiWithEtag(updateFederation, {
          body: { slot: 'draft', adminGroupName: people.adminGroupName, ...peopleBody(people) },
          ifMatch,
        })
      : await apiWithEtag(enableFederation, {
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
          ifMatch,
        })
  keepFederation(saved.data, saved.etag)
  return saved
}
