import {
  cancelJobs,
  exportJobs,
  findJobs,
  getInteractiveLanes,
  getJob,
  groupJobs,
  listJobTypes,
  listJobs,
  reprioritizeJobs,
  tagJobs,
} from '@steward/contract/jobs/endpoints'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { attachment } from '../exports/stream-export.ts'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import { languageOf } from '../http/language.ts'
import type { Gate } from '../http/principal.ts'
import { textsFor } from '../http/problems.ts'
import type { JobActions } from './actions.ts'
import type { ExportJobs } from './export.ts'
import type { LaneService } from './lanes.ts'
import type { JobService } from './service.ts'

export interface JobParts {
  jobs: JobService
  actions: JobActions
  lanes: LaneService
  exportCsv: ExportJobs
  isGranted: Gate['isGranted']
}

/** Binds the job log and the interactive lanes of the contract. */
export function bindJobRoutes(bind: Bind, { jobs, actions, lanes, exportCsv, isGranted }: JobParts): void {
  bind(listJobs, async (call) => jobs.list(callerOf(call), call.query, languageOf(call.request)))

  bind(findJobs, async (call) => jobs.find(callerOf(call), call.query, languageOf(call.request)))

  bind(exportJobs, async (call) => {
    call.reply.header('content-disposition', attachment('jobs'))
    return exportCsv(callerOf(call), call.query)
  })

  bind(listJobTypes, async (call) => jobs.listTypes(callerOf(call), languageOf(call.request)))

  bind(getJob, async (call) => jobs.get(callerOf(call), call.params.jobId))

  bind(cancelJobs, async (call) => actions.cancel(callerOf(call), call.body, textsFor(call.request)))

  bind(reprioritizeJobs, async (call) => actions.reprioritize(callerOf(call), call.body, textsFor(call.request)))

  bind(tagJobs, async (call) => actions.tag(callerOf(call), call.body, textsFor(call.request)))

  bind(groupJobs, async (call) => actions.group(callerOf(call), call.body, textsFor(call.request)))

  // Like the quotas of the company, they are only there while the feature is on.
  bind(getInteractiveLanes, async (call) => {
    const isOn = await isGranted(call.principal, 'FeatureFlags.InteractiveLanes')
    // Checked by the contract.
    return lanes.read(callerOf(call), call.query.days as DateRangeDays, isOn)
  })
}
