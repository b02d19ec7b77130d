import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { enableFederation, updateFederation } from '@steward/contract/federation/endpoints'
import type { Federation, FederationSetup } from '@steward/contract/federation/schemas'
import type { CallInput } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { apiWithEtag } from '../api/client.ts'
import { alerts } from '../api/alerts.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { FormSwitch, FormTextField } from '../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { connectionConflict, peopleConflict, resolvedConnection, resolvedPeople, saysTheSame } from './conflicts.ts'
import { MetadataFields } from './MetadataFields.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { federationQuery, keepFederation, readFederationAgain, type VersionedFederation } from './queries.ts'
import { metadataSchema, peopleSchema } from './schemas.ts'
import {
  changesSecret,
  clientBody,
  metadataValues,
  type MetadataValues,
  needsTest,
  peopleBody,
  type PeopleValues,
  peopleValues,
  providerIdOf,
  sourceBody,
} from './setup.ts'
import { useGroupName } from './useGroupName.ts'

type Body = CallInput<typeof updateFederation>['body']

/** The active setup with the version of the configuration it belongs to. */
interface VersionedSetup {
  setup: FederationSetup
  etag: string | undefined
}

const connectionOf = ({ setup }: VersionedSetup): MetadataValues => metadataValues(setup)
const peopleOf = ({ setup }: VersionedSetup): PeopleValues => peopleValues(setup)

/** The panel for the connection or people, shown once the setup has loaded. */
export function EditPanel({ part }: { part: 'connection' | 'people' }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/company/sso' })
  const query = useQuery(federationQuery)
  const { data } = query
  const latest = useLastActive(data)
  if (data !== undefined && latest !== undefined) {
    const props = { latest, isDisabled: data.data.active === null, onClose: close }
    return part === 'connection' ? <ConnectionForm {...props} federation={data.data} /> : <PeopleForm {...props} />
  }
  const title = part === 'connection' ? m.sso_edit_connection() : m.sso_edit_people()
  if (data !== undefined) return <NothingToEdit title={title} onClose={close} />
  return (
    <SidePanel size="medium" title={title} onClose={close}>
      <PanelBody>
        <PendingState query={query} fallback={m.sso_error_get()} lines={8} />
      </PanelBody>
    </SidePanel>
  )
}

/** The active setup, or the last one known: the user's input is kept after single sign-on is turned off. */
function useLastActive(known: VersionedFederation | undefined): VersionedSetup | undefined {
  const [last, setLast] = useState<VersionedSetup>()
  const setup = known?.data.active ?? null
  if (setup !== null && (setup !== last?.setup || known?.etag !== last.etag)) setLast({ setup, etag: known?.etag })
  return last
}

function NothingToEdit({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <SidePanel size="medium" title={title} onClose={onClose}>
      <PanelBody>
        <EmptyState
          title={m.sso_gone_title()}
          actions={
            <ButtonLink kind="primary" icon={<KeyRound />} link={{ to: '/company/sso' }}>
              {m.sso_gone_set_up()}
            </ButtonLink>
          }
        >
          {m.sso_gone_text()}
        </EmptyState>
      </PanelBody>
    </SidePanel>
  )
}

/** Warns, while a form has changes, that there is no active setup to save them to. */
function DisabledNotice({ show }: { show: boolean }) {
  if (!show) return null
  return (
    <Callout tone="warning" role="status" title={m.sso_disabled_meanwhile_title()}>
      {m.sso_disabled_meanwhile_text()}
    </Callout>
  )
}

/** The current active setup. @throws if none exists anymore; the panel then shows that itself */
async function readSetupAgain(): Promise<VersionedSetup> {
  const { data, etag } = await readFederationAgain()
  if (data.active === null) throw new Error('federation_inactive')
  return { setup: data.active, etag }
}

const ofActive = (body: Body): Body => ({ slot: 'active', ...body })

async function saveSetup(body: Body, etag: string | undefined): Promise<VersionedSetup> {
  const answer = await apiWithEtag(updateFederation, { body: ofActive(body), ifMatch: etag })
  keepFederation(answer.data, answer.etag)
  if (answer.data.active === null) throw new Error('federation_inactive')
  return { setup: answer.data.active, etag: answer.etag }
}

/** Saves to the active setup; a change that could keep everyone out becomes a draft, to be tested. */
async function saveConnection(values: MetadataValues, setup: FederationSetup, etag: string | undefined): Promise<VersionedSetup> {
  if (!needsTest(values, setup)) return saveSetup(connectionBody(values, setup), etag)
  const answer = await apiWithEtag(enableFederation, { body: draftBody(values, setup), ifMatch: etag })
  keepFederation(answer.data, answer.etag)
  return { setup: answer.data.active ?? setup, etag: answer.etag }
}

const connectionBody = (values: MetadataValues, { protocol }: FederationSetup) => ({
  providerName: values.providerName,
  ...sourceBody(values),
  ...clientBody(values, protocol),
  withoutTest: values.withoutTest,
})

function draftBody(values: MetadataValues, { protocol }: FederationSetup) {
  const { metadataUrl, metadata } = sourceBody(values)
  return {
    IsTestIdp: true,
    ProviderName: values.providerName,
    ...(metadataUrl === undefined ? {} : { MetadataUrl: metadataUrl }),
    ...(metadata === undefined ? {} : { metadata }),
    ...clientBody(values, protocol),
  }
}

const connectionPreview = (values: MetadataValues, setup: FederationSetup) =>
  needsTest(values, setup) ? (
    <CallPreview endpoint={enableFederation} input={{ body: draftBody(values, setup) }} />
  ) : (
    <CallPreview endpoint={updateFederation} input={{ body: ofActive(connectionBody(values, setup)) }} />
  )

const bodyOfPeople = (values: PeopleValues): Body => ({ adminGroupName: values.adminGroupName, ...peopleBody(values) })

const setupOf = ({ setup }: VersionedSetup) => setup

interface FormProps {
  latest: VersionedSetup
  /** Single sign-on is no longer active; `latest` is the last active setup. */
  isDisabled: boolean
  onClose: () => void
}

function ConnectionForm({ federation, latest, isDisabled, onClose }: FormProps & { federation: Federation }) {
  const form = useContractForm({ schema: metadataSchema(needsOf(latest.setup)), defaultValues: connectionOf(latest) })
  const [base, rebase] = useEditBase(form, latest, connectionOf)
  const { setup } = base
  const { protocol } = setup
  const save = useVersionedSave<VersionedSetup, MetadataValues>({
    key: 'sso_update',
    save: (values, ifMatch) => saveConnection(values, setup, ifMatch),
    latest: readSetupAgain,
    isSame: (before, theirs) => saysTheSame(before.setup, theirs.setup, form.getValues()),
    onSaved: (saved) => {
      const isDrafted = needsTest(form.getValues(), setup)
      rebase(saved)
      alerts.success(isDrafted ? m.sso_draft_to_test() : m.sso_saved())
      if (isDrafted) onClose()
    },
  })
  const { isDirty } = form.formState
  const values = form.watch()
  if (isDisabled && !isDirty) return <NothingToEdit title={m.sso_edit_connection()} onClose={onClose} />
  const provider = federation.supportedProviders.find(({ id }) => id === providerIdOf(federation, setup))
  return (
    <>
      <PanelForm
        form={form}
        size="medium"
        title={m.sso_edit_connection()}
        description={m.sso_edit_connection_text()}
        onSubmit={(values: MetadataValues) => save.submit(values, base)}
        onClose={onClose}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(values: MetadataValues) => connectionPreview(values, setup)}
        submitLabel={needsTest(values, setup) ? m.sso_save_and_test() : m.sso_save()}
        submitDisabledReason={isDisabled ? m.sso_disabled_meanwhile_title() : undefined}
        errorFallback={m.sso_error_save()}
      >
        <DisabledNotice show={isDisabled} />
        <StaleNotice show={isDirty && !isDisabled && !saysTheSame(setup, latest.setup)} onTakeTheirs={() => rebase(latest)} />
        <FormTextField
          control={form.control}
          name="providerName"
          label={m.sso_provider_name()}
          hint={m.sso_provider_name_hint({ name: setup.providerName })}
          autoComplete="off"
          maxLength={64}
        />
        <MetadataFields form={form} protocol={protocol} setup={setup} example={provider?.metadataUrlExample ?? ''} />
        {changesSecret(values, setup) ? (
          <FormSwitch control={form.control} name="withoutTest" label={m.sso_secret_skip_test()} hint={m.sso_secret_skip_test_hint()} />
        ) : null}
      </PanelForm>
      <SaveConflict
        save={save}
        name={m.menu_sso()}
        fields={(conflict) => connectionConflict(valuesIn(conflict, setupOf))}
        resolved={(conflict, sides) => resolvedConnection(valuesIn(conflict, setupOf), sides)}
        errorFallback={m.sso_error_save()}
      />
    </>
  )
}

const needsOf = ({ protocol, metadataUrl, hasClientSecret }: FederationSetup) => ({
  protocol,
  hasFile: metadataUrl === null,
  hasSecret: hasClientSecret,
})

function PeopleForm({ latest, isDisabled, onClose }: FormProps) {
  const form = useContractForm({ schema: peopleSchema, defaultValues: peopleOf(latest) })
  const [base, rebase] = useEditBase(form, latest, peopleOf)
  const save = useVersionedSave<VersionedSetup, PeopleValues>({
    key: 'sso_update',
    save: (values, ifMatch) => saveSetup(bodyOfPeople(values), ifMatch),
    latest: readSetupAgain,
    isSame: (before, theirs) => saysTheSame(before.setup, theirs.setup),
    onSaved: (saved) => {
      rebase(saved)
      alerts.success(m.sso_saved())
    },
  })
  const nameOf = useGroupName(save.conflict?.theirs.setup ?? base.setup)
  const { isDirty } = form.formState
  if (isDisabled && !isDirty) return <NothingToEdit title={m.sso_edit_people()} onClose={onClose} />
  return (
    <>
      <PanelForm
        form={form}
        size="medium"
        title={m.sso_edit_people()}
        description={m.sso_edit_people_text()}
        onSubmit={(values: PeopleValues) => save.submit(values, base)}
        onClose={onClose}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(values: PeopleValues) => <CallPreview endpoint={updateFederation} input={{ body: ofActive(bodyOfPeople(values)) }} />}
        submitLabel={m.sso_save()}
        submitDisabledReason={isDisabled ? m.sso_disabled_meanwhile_title() : undefined}
        errorFallback={m.sso_error_save()}
      >
        <DisabledNotice show={isDisabled} />
        <StaleNotice show={isDirty && !isDisabled && !saysTheSame(base.setup, latest.setup)} onTakeTheirs={() => rebase(latest)} />
        <PeopleFields form={form} setup={base.setup} />
      </PanelForm>
      <SaveConflict
        save={save}
        name={m.menu_sso()}
        fields={(conflict) => peopleConflict(valuesIn(conflict, setupOf), nameOf)}
        resolved={(conflict, sides) => resolvedPeople(valuesIn(conflict, setupOf), sides)}
        errorFallback={m.sso_error_save()}
      />
    </>
  )
}
