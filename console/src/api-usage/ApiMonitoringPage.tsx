import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { ApiUsage } from '@steward/contract/api-usage/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'
import { cached, formatList } from '../i18n/format.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ChartSkeleton } from '../ui/chart/ChartSkeleton.tsx'
import { TimeChart } from '../ui/chart/TimeChart.tsx'
import { Card } from '../ui/display/Card.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { ScrollTable } from '../ui/table/ScrollTable.tsx'
import { Select } from '../ui/form/Select.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState, SkeletonLines } from '../ui/display/states.tsx'
import { formatNumber } from '../i18n/time.ts'
import { FigureTable, formatMs } from './FigureTable.tsx'
import { failuresQuery, usageQuery } from './queries.ts'
import type { UsageSearch } from './search.ts'
import css from './ApiMonitoringPage.module.css'
import { serverNow } from '../i18n/serverTime.ts'

const rangeLabels: Record<DateRangeDays, () => string> = {
  1: m.range_1_day,
  7: m.range_7_days,
  30: m.range_30_days,
  92: m.range_92_days,
}

/** Calls, errors and latency by key and by endpoint (product decisions, "API monitoring"). */
export function ApiMonitoringPage({ search }: { search: UsageSearch }) {
  const navigate = useNavigate()
  const query = useQuery(usageQuery(search))
  const change = (patch: Partial<UsageSearch>) => void navigate({ to: '.', search: () => ({ ...search, ...patch }), replace: true })
  const isFiltered = search.key !== undefined || search.endpoint !== undefined
  return (
    <>
      <PageHeader title={m.menu_api_monitoring()} sentence={m.usage_sentence()} />
      <div className={css.filters}>
        <Select
          label={m.usage_range()}
          value={String(search.days ?? 1)}
          onChange={(days) => change({ days: dateRangeDays.find((range) => String(range) === days) })}
          options={dateRangeDays.map((days) => ({ value: String(days), label: rangeLabels[days]() }))}
        />
        {isFiltered ? (
          <Button small kind="quiet" onClick={() => change({ key: undefined, endpoint: undefined })}>
            {m.usage_show_all()}
          </Button>
        ) : null}
      </div>
      {query.data ? (
        <Figures usage={query.data} search={search} />
      ) : (
        <PendingState query={query} fallback={m.usage_error()}>
          <div className={css.page}>
            <div className={css.charts}>
              <Card>
                <ChartSkeleton />
              </Card>
              <Card>
                <ChartSkeleton />
              </Card>
            </div>
            <SkeletonLines count={8} />
          </div>
        </PendingState>
      )}
    </>
  )
}

function Figures({ usage, search }: { usage: ApiUsage; search: UsageSearch }) {
  if (usage.totals.calls === 0) {
    return (
      <>
        <EmptyState title={m.usage_empty_title()}>{m.usage_empty_text()}</EmptyState>
        <Unused usage={usage} />
      </>
    )
  }
  return (
    <div className={css.page}>
      <Totals usage={usage} />
      <Charts usage={usage} />
      <Card title={m.usage_by_key()}>
        <FigureTable
          label={m.usage_by_key()}
          first={m.usage_key()}
          rows={usage.callers.map((caller) => ({
            ...caller,
            id: caller.apiKeyId ?? 'console',
            name: <Caller caller={caller} search={search} />,
          }))}
        />
      </Card>
      <Card title={m.usage_by_endpoint()}>
        <FigureTable
          label={m.usage_by_endpoint()}
          first={m.usage_endpoint()}
          rows={usage.endpoints.map((one) => ({
            ...one,
            id: one.endpointId,
            name: (
              <Link to="." search={{ ...search, endpoint: one.endpointId }}>
                <Mono>{`${one.method} ${one.path || one.endpointId}`}</Mono>
              </Link>
            ),
          }))}
        />
      </Card>
      <Unused usage={usage} />
      <Failures search={search} />
    </div>
  )
}

function Caller({ caller, search }: { caller: ApiUsage['callers'][number]; search: UsageSearch }) {
  if (caller.apiKeyId === null) return m.usage_console()
  return (
    <span className={css.caller}>
      <Link to="." search={{ ...search, key: caller.apiKeyId }}>
        {caller.name}
      </Link>
      {caller.isDeleted ? <Badge>{m.usage_deleted()}</Badge> : null}
    </span>
  )
}

function Totals({ usage: { totals } }: { usage: ApiUsage }) {
  const errors = totals.clientErrors + totals.serverErrors
  const share = cached('percent', (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }))
  const items: [string, string, ReactNode?][] = [
    [m.usage_calls(), formatNumber(totals.calls)],
    [m.usage_errors(), formatNumber(errors), share.format(errors / totals.calls)],
    [m.usage_p50(), formatMs(totals.p50)],
    [m.usage_p95(), formatMs(totals.p95)],
    [m.usage_p99(), formatMs(totals.p99)],
  ]
  return (
    <dl className={css.totals}>
      {items.map(([term, value, more]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value}
            {more === undefined ? null : <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Charts({ usage }: { usage: ApiUsage }) {
  const { series, step, totals } = usage
  const times = useMemo(() => series.map((point) => point.at), [series])
  const calls = useMemo(
    () => [
      { id: 'calls', label: m.usage_calls(), values: series.map((point) => point.calls), color: 'accent' as const, filled: true },
      {
        id: 'errors',
        label: m.usage_errors(),
        values: series.map((point) => point.clientErrors + point.serverErrors),
        color: 'danger' as const,
      },
    ],
    [series],
  )
  const latency = useMemo(
    () => [
      { id: 'p50', label: m.usage_p50(), values: series.map((point) => point.p50), color: 'accent' as const },
      { id: 'p95', label: m.usage_p95(), values: series.map((point) => point.p95), color: 'warning' as const },
      { id: 'p99', label: m.usage_p99(), values: series.map((point) => point.p99), color: 'danger' as const },
    ],
    [series],
  )
  const formatTime = (time: string) =>
    cached(
      `usage-${step}`,
      (locale) =>
        new Intl.DateTimeFormat(
          locale,
          step === 'hour' ? { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' },
        ),
    ).format(Date.parse(time))
  const isPartial = isOpen(times.at(-1), step)
  const isOneDay = step === 'hour' && times.length <= 24
  const formatTick = (time: string) =>
    cached(
      `usage-tick-${isOneDay}`,
      (locale) => new Intl.DateTimeFormat(locale, isOneDay ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
    ).format(Date.parse(time))
  const errors = totals.clientErrors + totals.serverErrors
  return (
    <div className={css.charts}>
      <Card>
        <TimeChart
          label={m.usage_chart_calls()}
          summary={m.usage_chart_calls_summary({ calls: formatNumber(totals.calls), errors: formatNumber(errors) })}
          times={times}
          series={calls}
          formatValue={formatNumber}
          formatTime={formatTime}
          formatTick={formatTick}
          isPartial={isPartial}
        />
      </Card>
      <Card>
        <TimeChart
          label={m.usage_chart_latency()}
          summary={m.usage_chart_latency_summary({ p50: formatMs(totals.p50), p95: formatMs(totals.p95) })}
          times={times}
          series={latency}
          formatValue={formatMs}
          formatTime={formatTime}
          formatTick={formatTick}
          isPartial={isPartial}
        />
      </Card>
    </div>
  )
}

/** Whether the hour or day is not over yet. */
const isOpen = (start: string | undefined, step: ApiUsage['step']): boolean =>
  start !== undefined && Date.parse(start) + (step === 'hour' ? 3_600_000 : 86_400_000) > serverNow()

function Unused({ usage: { unusedKeys } }: { usage: ApiUsage }) {
  const mayOpen = usePermission('Admin.ViewApiKeys')
  if (unusedKeys.length === 0) return null
  return (
    <Card title={m.usage_unused()}>
      <p>{m.usage_unused_text({ count: unusedKeys.length, names: formatList(unusedKeys.slice(0, 10).map((key) => key.apiKeyName)) })}</p>
      {mayOpen ? (
        <Link to="/developer-administration/access-credentials" search={{ use: 'never' }}>
          {m.usage_unused_open()}
        </Link>
      ) : null}
    </Card>
  )
}

function Failures({ search }: { search: UsageSearch }) {
  const query = useQuery(failuresQuery(search))
  const { data } = query
  return (
    <Card title={m.usage_failures()}>
      {data === undefined ? (
        <PendingState query={query} fallback={m.usage_error()} lines={4} />
      ) : data.items.length === 0 ? (
        <p className={css.muted}>{m.usage_failures_none()}</p>
      ) : (
        <ScrollTable label={m.usage_failures()}>
          <thead>
            <tr>
              {[m.usage_when(), m.usage_key(), m.usage_endpoint(), m.usage_status(), m.usage_address(), m.usage_request()].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.items.map((failure) => (
              <tr key={`${failure.requestId} ${failure.occurredAt}`}>
                <td>
                  <RelativeTime value={failure.occurredAt} />
                </td>
                <td>{failure.apiKeyName}</td>
                <td>
                  <Mono>{`${failure.method} ${failure.path || failure.endpointId}`}</Mono>
                </td>
                <td>{failure.status}</td>
                <td>{failure.address ?? '–'}</td>
                <td>
                  <Mono>{failure.requestId}</Mono>
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </Card>
  )
}
