import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { invalidateTables } from '../../api/query.ts'
import type { EachOutcome } from '../../api/runEach.ts'
import { formatNumber } from '../../i18n/time.ts'
import { deferred } from './deferred.tsx'

// Shown only after a failure; the list does not wait for it.
const BulkResultDialog = deferred(() => import('./BulkResult.tsx').then((module) => module.BulkResultDialog))

export interface BulkActionState<Action> {
  /** Confirms and runs the action, then reports the result. */
  start: (action: Action) => void
  /** The confirmation, or the list of failures; the caller renders it. */
  dialogs: ReactNode
}

/** What a dialog that asks before an action takes. */
export interface BulkQuestionProps {
  onClose: () => void
  onConfirm: () => void
  loading: boolean
  /** Why the last attempt failed. */
  failure: string | undefined
}

interface BulkActionOptions<Action, Item> {
  mutationKey: string
  /** Tables that the action changes. */
  tables: readonly string[]
  run: (action: Action) => Promise<EachOutcome<Item>>
  /** Whether it is about several; what failed is then listed in a dialog of its own. */
  isMany: (action: Action) => boolean
  /** After at least one succeeded. */
  onSucceeded: (succeeded: Item[], action: Action) => void
  failedTitle: (inputs: { count: number }) => string
  question: (action: Action, props: BulkQuestionProps) => ReactNode
}

/** An action on one item or several, each of which succeeds or fails alone: question, action, result. */
export function useBulkAction<Action, Item>(options: BulkActionOptions<Action, Item>): BulkActionState<Action> {
  const [started, setStarted] = useState<{ action: Action; outcome?: EachOutcome<Item> }>()
  const mutation = useMutation({
    mutationKey: [options.mutationKey],
    mutationFn: options.run,
    onSuccess: (outcome, action) => {
      if (outcome.succeeded.length > 0) options.onSucceeded(outcome.succeeded, action)
      // Leave a deleted item's panel before its query refetches.
      void invalidateTables(options.tables)
      if (outcome.failed.length === 0) setStarted(undefined)
      else setStarted(options.isMany(action) ? { action, outcome } : { action })
    },
  })
  const start = (action: Action) => {
    mutation.reset()
    setStarted({ action })
  }
  const close = () => setStarted(undefined)

  if (started === undefined) return { start, dialogs: null }
  const { action, outcome } = started
  if (outcome === undefined) {
    const question = options.question(action, {
      onClose: close,
      onConfirm: () => mutation.mutate(action),
      loading: mutation.isPending,
      failure: mutation.data?.failed[0]?.message,
    })
    return { start, dialogs: question }
  }
  const { failed, succeeded } = outcome
  const result = (
    <BulkResultDialog
      title={options.failedTitle({ count: failed.length })}
      text={m.groups_bulk_failed_text({
        succeeded: formatNumber(succeeded.length),
        total: formatNumber(succeeded.length + failed.length),
      })}
      failures={failed}
      onClose={close}
    />
  )
  return { start, dialogs: result }
}
