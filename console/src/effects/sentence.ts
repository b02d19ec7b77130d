import type { Lasting } from '@steward/contract/changes/constants'
import type { Preview } from '@steward/contract/changes/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../i18n/format.ts'

type EffectsOfCall = Preview['effects']

/** "12 people gain access, 2 people lose access, 1 API key changes." */
export function effectsSentence({ gainingCount, losingCount, keyCount, signedOutCount, mails }: EffectsOfCall): string {
  const mailCount = mails.reduce((sum, { count }) => sum + count, 0)
  const counted = [
    [gainingCount, m.changes_gain],
    [losingCount, m.changes_lose],
    [keyCount, m.changes_keys],
    [signedOutCount, m.changes_signed_out],
    [mailCount, m.changes_mails],
  ] as const
  const parts = counted.flatMap(([count, text]) => (count > 0 ? text({ count }) : []))
  return parts.length === 0 ? m.changes_no_effect() : m.changes_sentence({ effects: formatList(parts) })
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
