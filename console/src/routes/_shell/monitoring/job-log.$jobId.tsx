import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { JobPanel } from '../../../jobs/JobPanel.tsx'
import { jobQuery } from '../../../jobs/queries.ts'

export const Route = createFileRoute('/_shell/monitoring/job-log/$jobId')({
  loader: ({ params }) => void queryClient.prefetchQuery(jobQuery(params.jobId)),
  staticData: { title: m.job_title, panel: true },
  component: Job,
})

function Job() {
  return <JobPanel jobId={Route.useParams().jobId} />
}
