import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { runEach, type EachOutcome } from '../../api/runEach.ts'
import { formatNumber } from '../../i18n/time.ts'
import { deferred } from '../../ui/overlay/deferred.tsx'

// Shown only after a failure; the list does not wait for it.
const BulkResultDialog = deferred(() => import('../../ui/overlay/BulkResult.tsx').then((module) => module.BulkResultDialog))

export interface Activatable {
  isActive: boolean
}

/** The direction of a bulk change: the opposite of the one selected first (second specification file, section 4). */
export const directionOf = (items: readonly Activatable[]): boolean => items[0]?.isActive !== true

export interface StatusChangeOptions<Item extends Activatable> {
  mutationKey: string
  /** Tables that the change affects. */
  tables: readonly string[]
  id: (item: Item) => string
  name: (item: Item) => string
  change: (item: Item, isActive: boolean) => Promise<unknown>
  /** The success alert. `already`: those that were left alone. */
  done: (inputs: { isActive: boolean; names: readonly string[]; already: number }) => string
  failedTitle: (inputs: { count: number }) => string
  /** The reason of a failure without a message from the server. */
  fallback: () => string
}

export interface StatusChange<Item> {
  start: (items: readonly Item[], isActive: boolean) => void
  isPending: boolean
  /** The failures by name; the caller renders it. */
  dialogs: ReactNode
}

/** Activates or deactivates one or several. It can be reverted just as easily, so it asks nothing. */
export function useStatusChange<Item extends Activatable>(options: StatusChangeOptions<Item>): StatusChange<Item> {
  const [failed, setFailed] = useState<EachOutcome<Item>>()
  const mutation = useMutation({
    mutationKey: [options.mutationKey],
    mutationFn: ({ items, isActive }: { items: readonly Item[]; isActive: boolean }) =>
      runEach(
        items.filter((item) => item.isActive !== isActive),
        {
          id: options.id,
          name: options.name,
          run: (item) => options.change(item, isActive),
          fallback: options.fallback(),
        },
      ),
    onSuccess: (outcome, { items, isActive }) => {
      const { succeeded } = outcome
      const already = items.filter((item) => item.isActive === isActive).length
      if (succeeded.length > 0) alerts.success(options.done({ isActive, names: succeeded.map(options.name), already }))
      if (outcome.failed.length > 0) setFailed(outcome)
      void invalidateTables(options.tables)
    },
  })
  const close = () => setFailed(undefined)
  return {
    start: (items, isActive) => mutation.mutate({ items, isActive }),
    isPending: mutation.isPending,
    dialogs:
      failed === undefined ? null : (
        <BulkResultDialog
          title={options.failedTitle({ count: failed.failed.length })}
          text={m.groups_bulk_failed_text({
            succeeded: formatNumber(failed.succeeded.length),
            total: formatNumber(failed.succeeded.length + failed.failed.length),
          })}
          failures={failed.failed}
          onClose={close}
        />
      ),
  }
}
