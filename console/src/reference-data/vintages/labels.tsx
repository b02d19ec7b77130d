import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Status } from '../../ui/display/Badge.tsx'

export const statusLabels: Record<Vintage['status'], () => string> = {
  Draft: m.vintages_status_draft,
  Published: m.vintages_status_published,
}

export function VintageStatus({ status }: { status: Vintage['status'] }) {
  return <Status tone={status === 'Published' ? 'success' : 'neutral'}>{statusLabels[status]()}</Status>
}

/** Why a vintage can't be changed: it is published. */
export const publishedReason = ({ status }: Pick<Vintage, 'status'>): string | undefined =>
  status === 'Published' ? m.error_vintage_published() : undefined

/** Why a draft can't be published: it has no rates. */
export const publishReason = (vintage: Pick<Vintage, 'status' | 'rateCount'>): string | undefined =>
  publishedReason(vintage) ?? (vintage.rateCount === 0 ? m.error_vintage_empty() : undefined)
