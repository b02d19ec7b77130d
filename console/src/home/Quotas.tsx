import { linkOptions } from '@tanstack/react-router'
import type { HomeQuota } from '@steward/contract/home/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { quotaLabel } from '../licenses/labels.ts'
import { formatUse, levelOf, projectionText, shareText } from '../quotas/labels.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Status } from '../ui/display/Badge.tsx'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { quotaLink } from './attentionText.ts'
import { DayChart } from './DayChart.tsx'
import { forecastOf } from './dayShapes.ts'
import css from './Home.module.css'
import { Bones, Part } from './Part.tsx'

/** The quotas nearest their limit: use and limit, and where the trend leads. */
export function Quotas() {
  const canViewLicenses = usePermission('Navigation.Licenses')
  return (
    <Part
      part="quotas"
      title={m.home_quotas()}
      link={
        canViewLicenses ? (
          <PlainLink link={linkOptions({ to: '/company/company-licenses/$type', params: { type: 'quotas' } })} className={css.link}>
            {m.home_quotas_all()}
          </PlainLink>
        ) : null
      }
      skeleton={<Bones heights={[92, 92, 92]} />}
    >
      {({ items }, asOf) =>
        items.length === 0 ? (
          <p className={css.none}>{m.home_quotas_empty()}</p>
        ) : (
          <ul className={css.quotas}>
            {items.map((quota) => (
              <QuotaRow
                key={`${quota.productCode} ${quota.quotaName}`}
                quota={quota}
                today={asOf.slice(0, 10)}
                canViewLicenses={canViewLicenses}
              />
            ))}
          </ul>
        )
      }
    </Part>
  )
}

function QuotaRow({ quota, today, canViewLicenses }: { quota: HomeQuota; today: string; canViewLicenses: boolean }) {
  const { axis, used, forecast } = forecastOf(quota, today)
  const level = levelOf(quota)
  const text = projectionText(quota)
  return (
    <li className={css.quota}>
      <div className={css.quotaHead}>
        <PlainLink link={quotaLink(quota.productCode, canViewLicenses)} className={css.quotaName}>
          {quotaLabel(quota.quotaName)}
        </PlainLink>
        {level === undefined ? null : <Status tone={level.tone}>{level.label}</Status>}
      </div>
      <p className={css.muted}>
        {quota.productName} · {text}
      </p>
      <DayChart
        label={m.home_quota_share({ share: shareText((quota.current ?? 0) / Math.max(1, quota.quota)) })}
        summary={text}
        days={axis}
        today={today}
        series={[
          { id: 'used', label: m.home_quota_used(), kind: 'line', color: quota.level === 'critical' ? 'danger' : 'accent', values: used },
          ...(forecast === undefined
            ? []
            : [{ id: 'forecast', label: m.home_quota_forecast(), kind: 'forecast' as const, color: 'warning' as const, values: forecast }]),
        ]}
        limit={{ value: quota.quota, label: `${m.home_quota_limit()} ${formatUse(quota.quota)}` }}
        formatValue={formatUse}
        height={40}
      />
    </li>
  )
}
