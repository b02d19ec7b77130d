import type { Federation } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { FormTextField } from '../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { RadioGroup } from '../ui/form/RadioGroup.tsx'
import { providerSchema } from './schemas.ts'
import { genericProvider, type ProviderValues } from './setup.ts'
import { StepSecondary } from './StepSecondary.tsx'
import { protocolName } from './labels.ts'

export interface ProviderStepProps {
  federation: Federation
  values: ProviderValues
  onNext: (values: ProviderValues) => void
  onCancel: (() => void) | undefined
}

/** Chooses the provider, its protocol and its name. */
export function ProviderStep({ federation, values, onNext, onCancel }: ProviderStepProps) {
  const form = useContractForm({ schema: providerSchema, defaultValues: values })
  const { providerId, protocol } = form.watch()
  const chosen = federation.supportedProviders.find(({ id }) => id === providerId)
  const choose = (id: string) => {
    const provider = federation.supportedProviders.find((one) => one.id === id)
    const name = id === genericProvider ? '' : (provider?.providerName ?? '')
    form.setValue('providerId', id, { shouldDirty: true })
    form.setValue('protocol', provider?.protocols[0] ?? 'oidc')
    form.setValue('providerName', name)
    form.clearErrors()
  }
  return (
    <FormShell
      form={form}
      onSubmit={(output) => Promise.resolve(onNext(output))}
      onDone={() => {}}
      submitError={null}
      loading={false}
      submitLabel={m.sso_next()}
      errorFallback={m.sso_error_save()}
      secondary={<StepSecondary onCancel={onCancel} />}
    >
      <RadioGroup
        label={m.sso_provider_title()}
        value={providerId}
        onChange={choose}
        error={form.formState.errors.providerId?.message}
        options={federation.supportedProviders.map(({ id, providerName }) =>
          id === genericProvider
            ? { value: id, label: m.sso_provider_other(), hint: m.sso_provider_other_hint() }
            : { value: id, label: providerName },
        )}
      />
      {chosen ? (
        <>
          <RadioGroup
            label={m.sso_protocol()}
            value={protocol}
            onChange={(picked) => form.setValue('protocol', picked, { shouldDirty: true })}
            options={chosen.protocols.map((one, index) => ({
              value: one,
              label: protocolName(one),
              ...(index === 0 && chosen.id !== genericProvider ? { hint: m.sso_protocol_recommended_hint() } : {}),
            }))}
          />
          <FormTextField
            control={form.control}
            name="providerName"
            label={m.sso_provider_name()}
            hint={m.sso_provider_name_hint({ name: chosen.id === genericProvider ? '…' : chosen.providerName })}
            autoComplete="off"
            maxLength={64}
          />
        </>
      ) : null}
    </FormShell>
  )
}
