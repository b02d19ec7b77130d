import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { checkFederation } from '@steward/contract/federation/endpoints'
import type { Federation, FederationSetup } from '@steward/contract/federation/schemas'
import type { ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { Checks } from './Checks.tsx'
import shared from './federation.module.css'
import css from './MetadataStep.module.css'
import { MetadataFields } from './MetadataFields.tsx'
import { GuideLink, ProviderValueList } from './ProviderValues.tsx'
import { metadataSchema } from './schemas.ts'
import { type MetadataValues, type ProviderValues, sourceBody } from './setup.ts'
import { StepSecondary } from './StepSecondary.tsx'

export interface MetadataStepProps {
  federation: Federation
  provider: ProviderValues
  setup: FederationSetup | null
  values: MetadataValues
  onNext: (values: MetadataValues) => void
  onBack: (values: MetadataValues) => void
  onCancel: (() => void) | undefined
}

interface Checked {
  of: string
  found: ResponseOf<typeof checkFederation>
}

/** The values to enter at the provider, and the provider's metadata, which is checked before the next step. */
export function MetadataStep({ federation, provider, setup, values, onNext, onBack, onCancel }: MetadataStepProps) {
  const { protocol, providerName } = provider
  const needs = { protocol, hasFile: setup !== null && setup.metadataUrl === null, hasSecret: setup?.hasClientSecret === true }
  const form = useContractForm({ schema: metadataSchema(needs), defaultValues: values })
  const [checked, setChecked] = useState<Checked>()
  const check = useMutation({
    mutationKey: ['sso_check'],
    mutationFn: (body: ReturnType<typeof checkBody>) => api(checkFederation, { body }),
  })
  const current = form.watch()
  const source = sourceBody(current)
  const checkBody = (values: MetadataValues) => ({
    ...sourceBody(values),
    protocol,
    ...(protocol === 'saml' ? {} : { clientBy: values.clientBy === 'secret' ? ('secret' as const) : ('key' as const) }),
  })
  const of = JSON.stringify(checkBody(current))
  // Nothing to check: the file uploaded before stays in use.
  const isKept = source.metadataUrl === undefined && source.metadata === undefined
  const found = checked?.of === of ? checked.found : undefined
  const mayGoOn = isKept ? needs.hasFile : found?.isUsable === true
  const submit = async (output: MetadataValues) => {
    if (mayGoOn) return onNext(output)
    const answered = await check.mutateAsync(checkBody(output))
    return setChecked({ of: JSON.stringify(checkBody(output)), found: answered })
  }
  const example = federation.supportedProviders.find(({ id }) => id === provider.providerId)?.metadataUrlExample ?? ''
  return (
    <div className={shared.stack}>
      <section className={shared.section} aria-labelledby="sso-values">
        <div className={css.sectionHead}>
          <h3 id="sso-values">{m.sso_values_title()}</h3>
          <GuideLink providerId={provider.providerId} />
        </div>
        <p className={shared.muted}>{m.sso_values_text()}</p>
        <ProviderValueList federation={federation} protocol={protocol} />
      </section>
      <section className={shared.section} aria-labelledby="sso-metadata">
        <h3 id="sso-metadata">{m.sso_metadata_title({ provider: providerName })}</h3>
        <FormShell
          form={form}
          onSubmit={submit}
          onDone={() => {}}
          submitError={check.error}
          loading={check.isPending}
          submitLabel={mayGoOn ? m.sso_next() : found === undefined ? m.sso_check() : m.sso_check_again()}
          errorFallback={m.sso_check_failed()}
          secondary={<StepSecondary onBack={() => onBack(form.getValues())} onCancel={onCancel} />}
        >
          <MetadataFields form={form} protocol={protocol} setup={setup} example={example} />
          {found ? <Checks checks={found.checks} isUsable={found.isUsable} /> : null}
        </FormShell>
      </section>
    </div>
  )
}
