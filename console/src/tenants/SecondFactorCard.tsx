import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { type FactorAudience, factorAudiences } from '@steward/contract/rules/factors'
import { audienceLabels } from '../change-text/settingLabels.ts'
import { joinNames, personName } from '../i18n/format.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Card } from '../ui/display/Card.tsx'
import { FormRadioGroup, FormSwitch, FormTextArea, FormTextField } from '../ui/form/fields.tsx'
import type { CardProps } from './PreviewCard.tsx'
import { withoutFactorQuery } from './queries.ts'
import css from './SessionsCard.module.css'
import shared from './tenantSettings.module.css'

/** Whom the tenant asks for a second factor, which kinds, and from when; with who has none yet. */
export function SecondFactorCard({ form, canEdit }: CardProps & { canEdit: boolean }) {
  const audience = form.watch('audience')
  const unit = <span className={css.unit}>{m.tenant_settings_days()}</span>
  return (
    <Card title={m.tenant_settings_factor()}>
      <div className={shared.card}>
        <p className={shared.muted}>{m.tenant_settings_factor_text()}</p>
        <FormRadioGroup
          control={form.control}
          name="audience"
          label={m.tenant_settings_factor_audience()}
          disabled={!canEdit}
          options={factorAudiences.map((value) => ({ value, label: audienceLabels[value]() }))}
        />
        {audience === 'nobody' || !canEdit ? null : <Missing audience={audience} />}
        <div className={css.pair}>
          <FormSwitch
            control={form.control}
            name="passkey"
            label={m.tenant_settings_factor_passkeys()}
            hint={m.tenant_settings_factor_passkeys_text()}
          />
          <FormSwitch
            control={form.control}
            name="authenticator"
            label={m.tenant_settings_factor_authenticators()}
            hint={m.tenant_settings_factor_authenticators_text()}
          />
        </div>
        <div className={css.pair}>
          <FormTextField
            control={form.control}
            name="graceDays"
            label={m.tenant_settings_factor_grace()}
            hint={m.tenant_settings_factor_grace_text()}
            inputMode="numeric"
            autoComplete="off"
            end={unit}
          />
          <FormTextField
            control={form.control}
            name="rememberDays"
            label={m.tenant_settings_factor_remember()}
            hint={m.tenant_settings_factor_remember_text()}
            inputMode="numeric"
            autoComplete="off"
            end={unit}
          />
        </div>
        <FormSwitch
          control={form.control}
          name="requiresResetApproval"
          label={m.tenant_settings_factor_approval()}
          hint={m.tenant_settings_factor_approval_text()}
        />
        <FormSwitch
          control={form.control}
          name="requiresProviderFactor"
          label={m.tenant_settings_factor_provider()}
          hint={m.tenant_settings_factor_provider_text()}
        />
        {form.watch('requiresProviderFactor') ? (
          <FormTextArea
            control={form.control}
            name="providerContexts"
            label={m.tenant_settings_factor_contexts()}
            hint={m.tenant_settings_factor_contexts_text()}
            rows={3}
          />
        ) : null}
      </div>
    </Card>
  )
}

/** Who would have to set up a second factor, before it is saved. */
function Missing({ audience }: { audience: FactorAudience }) {
  const { data } = useQuery(withoutFactorQuery(audience))
  if (data === undefined) return null
  if (data.count === 0) return <Callout tone="success">{m.tenant_settings_factor_all()}</Callout>
  const names = data.people.map((person) => personName(person) || person.username)
  return (
    <Callout tone="info" role="status">
      <p>{m.tenant_settings_factor_missing({ count: data.count })}</p>
      <p>{data.count > names.length ? m.tenant_settings_factor_some({ names: names.join(', ') }) : joinNames(names)}</p>
    </Callout>
  )
}
