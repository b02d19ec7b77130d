import type { Preview } from '@steward/contract/changes/schemas'

/** The effects of a change that affects no one. */
export const noEffects: Preview['effects'] = {
  gainingCount: 0,
  losingCount: 0,
  people: [],
  peopleCount: 0,
  accessMap: { applications: [], groups: [], groupCount: 0 },
  permissions: [],
  keyCount: 0,
  keys: [],
  endedSessionCount: 0,
  signedOutCount: 0,
  mails: [],
  isUndoable: true,
  lasting: [],
}

/** What a call would do: nothing, except for what is given. */
export const buildPreview = (over: Partial<Preview> = {}): Preview => ({
  operation: 'any',
  parts: [],
  partCount: 0,
  isPartial: false,
  refusedCount: 0,
  refused: [],
  effects: noEffects,
  ...over,
})
