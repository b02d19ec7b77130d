import { m } from '@steward/contract/paraglide/messages'
import type { Tenant } from '@steward/contract/tenants/schemas'
import { formatNumber } from '../i18n/time.ts'
import { Card } from '../ui/display/Card.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { formatDays } from '../i18n/duration.ts'
import type { CardProps } from './PreviewCard.tsx'
import css from './SessionsCard.module.css'
import shared from './tenantSettings.module.css'

/** How long the logs are kept, within the operator's limits. */
export function RetentionCard({ form, limits }: CardProps & { limits: Tenant['logRetention'] }) {
  const unit = <span className={css.unit}>{m.tenant_settings_days()}</span>
  const fields = [
    { id: 'audit-log-retention', name: 'auditLogDays', label: m.tenant_settings_retention_audit(), limit: limits.auditLog },
    { id: 'system-log-retention', name: 'systemLogDays', label: m.tenant_settings_retention_system(), limit: limits.systemLog },
  ] as const
  return (
    <Card title={m.tenant_settings_retention()}>
      <div className={shared.card}>
        <p className={shared.muted}>{m.tenant_settings_retention_text()}</p>
        <div className={css.pair}>
          {fields.map(({ id, name, label, limit: { defaultDays, minimumDays, maximumDays } }) => (
            <FormTextField
              key={name}
              id={id}
              control={form.control}
              name={name}
              label={label}
              hint={m.tenant_settings_retention_hint({
                minimum: formatNumber(minimumDays),
                maximum: formatNumber(maximumDays),
                standard: formatDays(defaultDays),
              })}
              inputMode="numeric"
              autoComplete="off"
              placeholder={String(defaultDays)}
              end={unit}
            />
          ))}
        </div>
      </div>
    </Card>
  )
}
