import { m } from '@steward/contract/paraglide/messages'
import type { Tenant } from '@steward/contract/tenants/schemas'
import { FormTextField } from '../ui/form/fields.tsx'
import { Card } from '../ui/display/Card.tsx'
import { formatMinutes } from '../i18n/duration.ts'
import type { CardProps } from './PreviewCard.tsx'
import shared from './tenantSettings.module.css'
import css from './SessionsCard.module.css'

/** Maximum length and idle timeout of sessions. */
export function SessionsCard({ form, defaults }: CardProps & { defaults: Tenant['sessionDefaults'] }) {
  const hint = (name: 'lifetimeMinutes' | 'inactivityMinutes') => {
    const given = form.watch(name).trim()
    const standard = formatMinutes(defaults[name])
    return /^\d{1,6}$/.test(given)
      ? m.tenant_settings_minutes_given({ duration: formatMinutes(Number(given)), standard })
      : m.tenant_settings_minutes_default({ duration: standard })
  }
  const unit = <span className={css.unit}>{m.tenant_settings_minutes()}</span>
  return (
    <Card title={m.tenant_settings_sessions()}>
      <div className={shared.card}>
        <p className={shared.muted}>{m.tenant_settings_sessions_text()}</p>
        <div className={css.pair}>
          <FormTextField
            control={form.control}
            name="lifetimeMinutes"
            label={m.tenant_settings_lifetime()}
            hint={hint('lifetimeMinutes')}
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(defaults.lifetimeMinutes)}
            end={unit}
          />
          <FormTextField
            control={form.control}
            name="inactivityMinutes"
            label={m.tenant_settings_inactivity()}
            hint={hint('inactivityMinutes')}
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(defaults.inactivityMinutes)}
            end={unit}
          />
        </div>
      </div>
    </Card>
  )
}
