import { featureFlags, type FeatureFlag } from '@steward/contract/catalog/flags'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import type { TenantSettings } from '@steward/contract/rules/settings-schemas'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { FormSwitch } from '../ui/form/fields.tsx'
import { Card } from '../ui/display/Card.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import shared from './tenantSettings.module.css'
import css from './PreviewCard.module.css'
import type { SettingsOutput, SettingsValues } from './values.ts'

export interface CardProps {
  form: ContractForm<SettingsValues, SettingsOutput>
}

const previews = featureFlags.filter((flag: FeatureFlag) => flag.isPreview)

/** Whether users of this tenant see preview features, and which features those are. */
export function PreviewCard({ form, saved }: CardProps & { saved: TenantSettings['userDetails'] }) {
  return (
    <Card title={m.tenant_settings_preview()}>
      <div className={shared.card}>
        <FormSwitch
          control={form.control}
          name="featurePreviewAccess"
          label={m.tenant_settings_preview_access()}
          hint={m.tenant_settings_preview_text()}
        />
        <div className={css.previews}>
          <h3 className={css.small}>{m.tenant_settings_preview_list()}</h3>
          <ul className={css.list}>
            {previews.map(({ flagName, description }) => (
              <li key={flagName} lang="en">
                {catalogText(description)}
              </li>
            ))}
          </ul>
        </div>
        {saved ? (
          <p className={shared.muted}>
            {m.tenant_settings_preview_by({ name: `${saved.firstName} ${saved.lastName}`.trim(), email: saved.email })},{' '}
            <RelativeTime value={saved.updatedAt} />
          </p>
        ) : null}
      </div>
    </Card>
  )
}
