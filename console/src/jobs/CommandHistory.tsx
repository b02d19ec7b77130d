import type { JobCommand, JobDetails } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatMoment } from '../i18n/time.ts'
import { Status, type Tone } from '../ui/display/Badge.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import css from './JobPanel.module.css'
import { Section } from './Section.tsx'
import { isActive, isUnanswered, priorityLabels } from './labels.ts'
import { useTicking } from './ticker.ts'

/** What administrators asked of the job, newest first, and what the product answered. */
export function CommandHistory({ job }: { job: JobDetails }) {
  return (
    <Section title={m.job_commands()}>
      {job.commands.length === 0 ? (
        <p className={css.muted}>{m.job_no_commands()}</p>
      ) : (
        <ol className={css.commands}>
          {job.commands.map((command) => (
            <li key={command.commandId}>
              <span className={css.commandTitle}>{commandTitle(command)}</span>
              <Outcome command={command} job={job} />
              <span className={css.muted}>
                {m.job_command_by({ name: command.requestedBy, time: formatMoment(command.requestedAt) })}
                {command.answeredAt === null ? null : (
                  <>
                    {' → '}
                    <RelativeTime value={command.answeredAt} />
                  </>
                )}
              </span>
              {command.reason === '' ? null : <span>{command.reason}</span>}
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

const commandTitle = ({ kind, priority }: JobCommand): string =>
  kind === 'Cancel' || priority === null ? m.job_command_cancel() : m.job_command_priority({ priority: priorityLabels[priority]() })

function Outcome({ command, job }: { command: JobCommand; job: JobDetails }) {
  const isLate = useTicking(command.state === 'Pending', (now) => isUnanswered(command, now))
  const { tone, text } = outcomeOf(command.state, isLate, isActive(job), job.productName)
  return <Status tone={tone}>{text}</Status>
}

function outcomeOf(state: JobCommand['state'], isLate: boolean, isOpen: boolean, product: string): { tone: Tone; text: string } {
  if (state === 'Accepted') return { tone: 'success', text: m.job_command_accepted() }
  if (state === 'Refused') return { tone: 'danger', text: m.job_command_refused() }
  if (!isOpen) return { tone: 'neutral', text: m.job_command_ended() }
  return isLate
    ? { tone: 'warning', text: m.job_command_unanswered({ product }) }
    : { tone: 'info', text: m.job_command_pending({ product }) }
}
