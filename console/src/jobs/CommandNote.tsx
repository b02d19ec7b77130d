import type { Job } from '@steward/contract/jobs/schemas'
import { commandNote, noteText } from './labels.ts'
import { useTicking } from './ticker.ts'
import css from './jobs.module.css'

/** What became of the last request to a job: that it is being canceled, was refused, or that the product has not answered. */
export function CommandNote({ job }: { job: Pick<Job, 'status' | 'command' | 'productName'> }) {
  const note = useTicking(job.command?.state === 'Pending', (now) => commandNote(job, now) ?? '')
  if (note === '') return null
  const text = noteText(note, job.productName, job.command?.reason ?? '')
  return (
    <span className={css.note} data-warning={note === 'canceling' || note === 'changing' ? undefined : ''}>
      {text}
    </span>
  )
}
