import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../i18n/time.ts'
import { Badge, Status } from '../ui/display/Badge.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { ScrollTable, numberCell } from '../ui/table/ScrollTable.tsx'
import { resultOf } from './labels.ts'
import { deliveriesQuery } from './queries.ts'

/** The latest attempts of a stream. */
export function DeliveriesTab({ logStreamId }: { logStreamId: string }) {
  const query = useQuery(deliveriesQuery(logStreamId))
  if (query.data === undefined) return <PendingState query={query} fallback={m.streams_error_deliveries()} lines={8} />
  const { items } = query.data
  if (items.length === 0) return <EmptyState title={m.streams_deliveries_empty_title()}>{m.streams_deliveries_empty_text()}</EmptyState>
  return (
    <ScrollTable label={m.streams_deliveries()} boxed whole>
      <thead>
        <tr>
          <th scope="col">{m.streams_column_time()}</th>
          <th scope="col">{m.streams_column_result()}</th>
          <th scope="col" className={numberCell}>
            {m.streams_column_events()}
          </th>
          <th scope="col" className={numberCell}>
            {m.streams_column_duration()}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((delivery) => (
          <tr key={delivery.deliveryId}>
            <td>
              <RelativeTime value={delivery.attemptedAt} />
            </td>
            <td>
              <Status tone={delivery.outcome === 'success' ? 'success' : 'danger'}>{resultOf(delivery)}</Status>{' '}
              {delivery.isTest ? <Badge>{m.streams_test_badge()}</Badge> : null}
            </td>
            <td className={numberCell}>{formatNumber(delivery.events)}</td>
            <td className={numberCell}>{m.streams_milliseconds({ value: formatNumber(delivery.durationMs) })}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
