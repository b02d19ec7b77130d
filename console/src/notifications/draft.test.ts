import { expect, test } from 'vitest'
import type { Subscription } from '@steward/contract/notifications/schemas'
import { changesOf, isChosen, withCell, type Draft } from './draft.ts'

const supported: Subscription[] = ['GroupCreated', 'GroupDeleted'].map((eventType) => ({
  eventType: eventType as 'GroupCreated' | 'GroupDeleted',
  namespace: 'identity',
  subscriptionTypes: ['email', 'push'],
}))
const saved: Subscription[] = [{ eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email'] }]
const none: Draft = new Map()

test('shows the saved state with changes on top', () => {
  expect(isChosen(none, saved, 'GroupCreated', 'email')).toBe(true)
  expect(isChosen(none, saved, 'GroupDeleted', 'email')).toBe(false)
  const draft = withCell(none, saved, { eventType: 'GroupDeleted', type: 'email', chosen: true })
  expect(isChosen(draft, saved, 'GroupDeleted', 'email')).toBe(true)
})

test('drops a change that is reverted', () => {
  const changed = withCell(none, saved, { eventType: 'GroupCreated', type: 'email', chosen: false })
  expect(changed.size).toBe(1)
  expect(withCell(changed, saved, { eventType: 'GroupCreated', type: 'email', chosen: true }).size).toBe(0)
})

test('sends each changed event type with all of its channels; an empty list unsubscribes', () => {
  let draft = withCell(none, saved, { eventType: 'GroupCreated', type: 'push', chosen: true })
  expect(changesOf(draft, saved, supported)).toEqual([
    { eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email', 'push'] },
  ])
  draft = withCell(none, saved, { eventType: 'GroupCreated', type: 'email', chosen: false })
  expect(changesOf(draft, saved, supported)).toEqual([{ eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: [] }])
})
