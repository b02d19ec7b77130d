import { m } from '@steward/contract/paraglide/messages'
import type { SessionPolicy } from '@steward/contract/rules/settings-schemas'
import type { Tenant } from '@steward/contract/tenants/schemas'
import { formatMinutes } from '../i18n/duration.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Card } from '../ui/display/Card.tsx'
import { FormDurationField } from '../ui/form/DurationField.tsx'
import type { CardProps } from './PreviewCard.tsx'
import shared from './tenantSettings.module.css'
import css from './SessionsCard.module.css'
import { shortenedSession } from './values.ts'

interface Props extends CardProps {
  tenant: Pick<Tenant, 'displayName' | 'sessionDefaults'>
  saved: SessionPolicy
}

/** Maximum length and idle timeout of sessions, for whom they apply, and whose open sessions a shorter limit ends. */
export function SessionsCard({ form, tenant: { displayName, sessionDefaults: defaults }, saved }: Props) {
  const [lifetimeMinutes, inactivityMinutes] = form.watch(['lifetimeMinutes', 'inactivityMinutes'])
  const shortened = shortenedSession(saved, { lifetimeMinutes, inactivityMinutes }, defaults)
  const fields = [
    { id: 'session-length', name: 'lifetimeMinutes', label: m.tenant_settings_lifetime() },
    { id: 'idle-timeout', name: 'inactivityMinutes', label: m.tenant_settings_inactivity() },
  ] as const
  return (
    <Card title={m.tenant_settings_sessions()}>
      <div className={shared.card}>
        <p className={shared.muted}>{m.tenant_settings_sessions_text({ tenant: displayName })}</p>
        <div className={css.pair}>
          {fields.map(({ id, name, label }) => (
            <FormDurationField
              key={name}
              id={id}
              control={form.control}
              name={name}
              label={label}
              hint={m.tenant_settings_minutes_default({ duration: formatMinutes(defaults[name]) })}
              defaultMinutes={defaults[name]}
            />
          ))}
        </div>
        {shortened === undefined ? null : (
          <Callout tone="warning" role="status">
            {shortened.lifetime === undefined ? null : (
              <p>{m.tenant_settings_sessions_old({ tenant: displayName, duration: formatMinutes(shortened.lifetime) })}</p>
            )}
            {shortened.inactivity === undefined ? null : (
              <p>{m.tenant_settings_sessions_idle({ tenant: displayName, duration: formatMinutes(shortened.inactivity) })}</p>
            )}
          </Callout>
        )}
      </div>
    </Card>
  )
}
