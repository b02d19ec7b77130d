import { linkOptions } from '@tanstack/react-router'
import { Clock, History } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { earliestMoment, tooOldText } from '../../api/tooOldText.ts'
import { ButtonLink } from '../form/ButtonLink.tsx'
import { State } from './State.tsx'
import { serverNow } from '../../i18n/serverTime.ts'

/** What is kept ends 400 days ago, so the earliest moment moves on while this is read. */
const readingMs = 60_000

const soonAfter = (moment: string): string => new Date(Math.min(Date.parse(moment) + readingMs, serverNow())).toISOString()

/** That a moment is not kept, in place of what failed to load. */
export function TooOldState({ error, level }: { error: unknown; level?: 1 | 2 | undefined }) {
  const earliest = earliestMoment(error)
  const moment = earliest && soonAfter(earliest)
  return (
    <State
      level={level}
      icon={<Clock />}
      title={tooOldText(error)}
      actions={
        <ButtonLink icon={<History />} link={linkOptions({ to: '.', search: (previous) => ({ ...previous, moment }) })}>
          {m.error_as_of_too_old_show()}
        </ButtonLink>
      }
    />
  )
}
