import type { Lasting } from '@steward/contract/changes/constants'
import type { Preview } from '@steward/contract/changes/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../i18n/format.ts'

type EffectsOfCall = Preview['effects']

/** "12 people gain access, 2 people lose access, 1 API key changes." */
export const effectsSentence = (effects: EffectsOfCall): string => countedSentence(effects) ?? m.changes_no_effect()

/** Records that permissions follow from. */
const aboutAccess: ReadonlySet<string> = new Set(['API key', 'Group', 'Role', 'User'])

/**
 * The sentence before what changes; undefined if there is nothing to say but the changes. Only where someone would ask does it say
 * that permissions stay: a setting can lock people out without changing one, and no one expects it of a tag.
 */
export const changesSentence = ({ effects, parts, partCount }: Preview): string | undefined =>
  countedSentence(effects) ??
  (partCount === 0 ? m.changes_nothing() : undefined) ??
  (parts.every(({ category }) => aboutAccess.has(category)) ? m.changes_same_permissions() : undefined)

/** Undefined if no one is affected. */
function countedSentence({ gainingCount, losingCount, keyCount, signedOutCount, mails }: EffectsOfCall): string | undefined {
  const mailCount = mails.reduce((sum, { count }) => sum + count, 0)
  const counted = [
    [gainingCount, m.changes_gain],
    [losingCount, m.changes_lose],
    [keyCount, m.changes_keys],
    [signedOutCount, m.changes_signed_out],
    [mailCount, m.changes_mails],
  ] as const
  const parts = counted.flatMap(([count, text]) => (count > 0 ? text({ count }) : []))
  return parts.length === 0 ? undefined : m.changes_sentence({ effects: formatList(parts) })
}

const lastingTexts: Record<Lasting, () => string> = {
  passwords: m.changes_lasting_passwords,
  mails: m.changes_lasting_mails,
  sessions: m.changes_lasting_sessions,
  secrets: m.changes_lasting_secrets,
}

/** What an undo does not bring back; undefined if it brings back everything. */
export const lastingSentence = (lasting: readonly Lasting[]): string | undefined =>
  lasting.length === 0 ? undefined : m.changes_lasting({ what: formatList(lasting.map((one) => lastingTexts[one]())) })
