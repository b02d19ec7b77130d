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

test('shows what is saved, and over it what was changed', () => {
  expect(isChosen(none, saved, 'GroupCreated', 'email')).toBe(true)
  expect(isChosen(none, saved, 'GroupDeleted', 'email')).toBe(false)
  const draft = withCell(none, saved, { eventType: 'GroupDeleted', type: 'email', chosen: true })
  expect(isChosen(draft, saved, 'GroupDeleted', 'email')).toBe(true)
})

test('a box that is put back is no change', () => {
  const changed = withCell(none, saved, { eventType: 'GroupCreated', type: 'email', chosen: false })
  expect(changed.size).toBe(1)
  expect(withCell(changed, saved, { eventType: 'GroupCreated', type: 'email', chosen: true }).size).toBe(0)
})

test('sends the event types that changed, each with all it is subscribed by; an empty list ends it', () => {
  let draft = withCell(none, saved, { eventType: 'GroupCreated', type: 'push', chosen: true })
  expect(changesOf(draft, saved, supported)).toEqual([
    { eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email', 'push'] },
  ])
  draft = withCell(none, saved, { eventType: 'GroupCreated', type: 'email', chosen: false })
  expect(changesOf(draft, saved, supported)).toEqual([{ eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: [] }])
})
