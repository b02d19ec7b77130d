import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Badge, Status } from '../../ui/display/Badge.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import { currencyText } from '../rates/currencyText.ts'
import { Facts, type Fact } from './Facts.tsx'
import css from './SchemeDetails.module.css'

/** Whether the scheme is active, the default, and due. */
export function SchemeStatus({ scheme }: { scheme: CurrencyScheme }) {
  return (
    <span className={css.status}>
      <span className={css.code}>{scheme.currencySchemeCode}</span>
      {scheme.isActive ? (
        <Status tone="success">{m.vintages_scheme_active()}</Status>
      ) : (
        <Status tone="neutral">{m.vintages_scheme_inactive()}</Status>
      )}
      {scheme.isDefault ? <Badge tone="info">{m.vintages_scheme_default()}</Badge> : null}
      {scheme.isDue ? <Badge tone="warning">{m.vintages_scheme_due()}</Badge> : null}
    </span>
  )
}

/** What people need to know of a scheme before they look at its vintages. */
export function SchemeDetails({ scheme }: { scheme: CurrencyScheme }) {
  const facts: Fact[] = [
    [m.vintages_fact_anchor(), currencyText(scheme.anchorCurrencyCode)],
    [m.vintages_fact_source(), scheme.sourceName || '–'],
    [
      m.vintages_fact_interval(),
      scheme.updateIntervalInDays === 0 ? m.vintages_fact_interval_none() : m.vintages_days({ count: scheme.updateIntervalInDays }),
    ],
    [m.vintages_fact_next(), <NextVintage key="next" scheme={scheme} />],
    [m.vintages_fact_changed(), <RelativeTime key="changed" value={scheme.updateDate} />],
    ...(scheme.externalId === '' ? [] : [[m.vintages_fact_external(), scheme.externalId] as const]),
  ]
  return <Facts facts={facts} />
}

function NextVintage({ scheme: { dueAt, isDue } }: { scheme: CurrencyScheme }) {
  if (dueAt === null) return '–'
  return (
    <span data-due={isDue ? '' : undefined} className={css.next}>
      {isDue ? m.vintages_fact_due_since() : m.vintages_fact_due()} <RelativeTime value={dueAt} />
    </span>
  )
}
