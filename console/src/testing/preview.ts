import { noEffects } from '@steward/contract/changes/docs'
import type { Preview } from '@steward/contract/changes/schemas'

/** What a call would do: nothing, except for what is given. */
export const buildPreview = (over: Partial<Preview> = {}): Preview => ({
  operation: 'any',
  parts: [],
  partCount: 0,
  counts: [],
  isPartial: false,
  refusedCount: 0,
  refused: [],
  effects: noEffects,
  ...over,
})
