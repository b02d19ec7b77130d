import type { SubscriptionType } from '@steward/contract/catalog/message-types'
import type { Subscription } from '@steward/contract/notifications/schemas'

/** The state of the notification settings matrix: the saved subscriptions, with unsaved changes on top. */

/** A checkbox of the matrix. */
export type Cell = `${string} ${SubscriptionType}`
export type Draft = ReadonlyMap<Cell, boolean>

export const cellOf = (eventType: string, type: SubscriptionType): Cell => `${eventType} ${type}`

const isSaved = (saved: readonly Subscription[], eventType: string, type: SubscriptionType): boolean =>
  saved.some((one) => one.eventType === eventType && one.subscriptionTypes.includes(type))

export const isChosen = (draft: Draft, saved: readonly Subscription[], eventType: string, type: SubscriptionType): boolean =>
  draft.get(cellOf(eventType, type)) ?? isSaved(saved, eventType, type)

/** The draft after a checkbox changed; a value equal to the saved one isn't a change. */
export function withCell(
  draft: Draft,
  saved: readonly Subscription[],
  { eventType, type, chosen }: { eventType: string; type: SubscriptionType; chosen: boolean },
): Draft {
  const next = new Map(draft)
  if (isSaved(saved, eventType, type) === chosen) next.delete(cellOf(eventType, type))
  else next.set(cellOf(eventType, type), chosen)
  return next
}

/** What to save: each changed event type with all of its channels. */
export function changesOf(draft: Draft, saved: readonly Subscription[], supported: readonly Subscription[]): Subscription[] {
  return supported
    .filter(({ eventType, subscriptionTypes }) => subscriptionTypes.some((type) => draft.has(cellOf(eventType, type))))
    .map(({ eventType, namespace, subscriptionTypes }) => ({
      eventType,
      namespace,
      subscriptionTypes: subscriptionTypes.filter((type) => isChosen(draft, saved, eventType, type)),
    }))
}
