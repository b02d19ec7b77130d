import type { ReactNode } from 'react'
import type { UsageFigures } from '@steward/contract/api-usage/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { numberCell, ScrollTable } from '../ui/table/ScrollTable.tsx'
import { formatNumber, formatTenths } from '../i18n/time.ts'

/** Formatted milliseconds; a dash if there were no calls. */
export const formatMs = (ms: number | null, format = formatNumber): string => (ms === null ? '–' : m.usage_ms({ value: format(ms) }))

export interface FigureRow extends UsageFigures {
  id: string
  name: ReactNode
}

/** Calls, errors and latency, one row per key or endpoint. */
export function FigureTable({ label, first, rows }: { label: string; first: string; rows: readonly FigureRow[] }) {
  return (
    <ScrollTable label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {[m.usage_calls(), m.usage_client_errors(), m.usage_server_errors(), m.usage_p50(), m.usage_p95(), m.usage_p99()].map((name) => (
            <th key={name} scope="col" className={numberCell}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            <td className={numberCell}>{formatNumber(row.calls)}</td>
            <td className={numberCell} data-bad={row.clientErrors > 0 ? '' : undefined}>
              {formatNumber(row.clientErrors)}
            </td>
            <td className={numberCell} data-bad={row.serverErrors > 0 ? '' : undefined}>
              {formatNumber(row.serverErrors)}
            </td>
            <td className={numberCell}>{formatMs(row.p50, formatTenths)}</td>
            <td className={numberCell}>{formatMs(row.p95, formatTenths)}</td>
            <td className={numberCell}>{formatMs(row.p99, formatTenths)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
