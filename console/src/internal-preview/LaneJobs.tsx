import { Link } from '@tanstack/react-router'
import type { InteractiveLanes } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { cached } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import { Elapsed } from '../jobs/Elapsed.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { Mono } from '../ui/display/Mono.tsx'
import { numberCell, ScrollTable } from '../ui/table/ScrollTable.tsx'
import css from './InternalPreview.module.css'

type Lanes = InteractiveLanes['items'][number]

/** The interactive jobs that run now, longest first; they link to the job log for people who can open it. */
export function LaneJobs({ product: { jobs, running, productName }, nameOf }: { product: Lanes; nameOf: (operation: string) => string }) {
  const mayOpen = usePermission('Navigation.JobLog')
  if (jobs.length === 0) return <p className={css.muted}>{m.lanes_jobs_none()}</p>
  return (
    <>
      <ScrollTable label={`${m.lanes_jobs()}: ${productName}`}>
        <thead>
          <tr>
            {[m.lanes_job(), m.lanes_operation(), m.lanes_user()].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className={numberCell}>
              {m.lanes_running_for()}
            </th>
            <th scope="col" className={numberCell}>
              {m.lanes_progress()}
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ jobId, operation, createdBy, startTime, progress }) => (
            <tr key={jobId}>
              <th scope="row">
                {mayOpen ? (
                  <Link to="/monitoring/job-log/$jobId" params={{ jobId }}>
                    <Mono>{jobId}</Mono>
                  </Link>
                ) : (
                  <Mono>{jobId}</Mono>
                )}
              </th>
              <td>{nameOf(operation)}</td>
              <td>{createdBy}</td>
              <td className={numberCell}>
                <Elapsed from={startTime} to={null} />
              </td>
              <td className={numberCell}>
                {progress === null ? (
                  '–'
                ) : (
                  <span className={css.progress}>
                    <progress max={100} value={progress} aria-label={m.lanes_progress_of({ job: jobId })} />
                    {percent(progress)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {running > jobs.length ? (
        <p className={css.muted}>{m.lanes_jobs_more({ count: formatNumber(jobs.length), total: formatNumber(running) })}</p>
      ) : null}
    </>
  )
}

const percent = (value: number): string =>
  cached('lane-progress', (locale) => new Intl.NumberFormat(locale, { style: 'percent' })).format(value / 100)
