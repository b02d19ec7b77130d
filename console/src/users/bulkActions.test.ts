import { expect, test } from 'vitest'
import { bulkActionTexts, type BulkActionKind } from './bulkActions.ts'

const one = [{ userId: '1', name: 'Ada Lindqvist' }]
const two = [...one, { userId: '2', name: 'Grace Okafor' }]

test.each<[BulkActionKind, string, string]>([
  ['delete', 'Delete Ada Lindqvist?', 'Delete 2 users?'],
  ['disable', 'Disable Ada Lindqvist?', 'Disable 2 users?'],
  ['enable', 'Enable Ada Lindqvist?', 'Enable 2 users?'],
  ['resendActivation', 'Resend the invitation to Ada Lindqvist?', 'Resend the invitation to 2 users?'],
  ['addToGroup', 'Add Ada Lindqvist to a group', 'Add 2 users to a group'],
  ['removeFromGroup', 'Remove Ada Lindqvist from a group', 'Remove 2 users from a group'],
])('%s names the one or counts the many', (kind, single, many) => {
  expect(bulkActionTexts({ kind, users: one }).title).toBe(single)
  expect(bulkActionTexts({ kind, users: two }).title).toBe(many)
})

test('destructive buttons name their object', () => {
  expect(bulkActionTexts({ kind: 'delete', users: one })).toMatchObject({ confirm: 'Delete user Ada Lindqvist', danger: true })
})

test('says how many users were affected', () => {
  expect(bulkActionTexts({ kind: 'addToGroup', users: two }, 'Analysts').done(2)).toBe('2 users were added to Analysts.')
  expect(bulkActionTexts({ kind: 'addToGroup', users: one }, 'Analysts').done(1)).toBe('Ada Lindqvist was added to Analysts.')
})
