import {
  createScimToken,
  decideDeprovisioningLimit,
  exportProvisioningEvents,
  getProvisioning,
  getProvisioningEvent,
  getProvisioningHours,
  listProvisioningEvents,
  listScimTokens,
  putDeprovisioningLimit,
  replayProvisioningEvent,
  revokeScimToken,
} from '@steward/contract/provisioning/endpoints'
import { isPreviewed } from '../db/operation.ts'
import type { Bind, Call } from '../http/binding.ts'
import { languageOf } from '../http/language.ts'
import { callerOf } from '../http/caller.ts'
import type { EventService } from './events.ts'
import type { ScimTokenService } from './tokens.ts'
import type { LimitService, VersionedProvisioning } from './limit-service.ts'

/** Binds the endpoints of tokens, the log and the deprovisioning limit. */
export function bindProvisioningRoutes(
  bind: Bind,
  services: { tokens: ScimTokenService; events: EventService; limit: LimitService },
): void {
  const { tokens, events, limit } = services
  bind(listScimTokens, async (call) => tokens.list(callerOf(call), call.query))
  bind(createScimToken, async (call) => tokens.create(callerOf(call), call.body))
  bind(revokeScimToken, async (call) => tokens.revoke(callerOf(call), call.params.scimTokenId))

  bind(listProvisioningEvents, async (call) => events.list(callerOf(call), call.query, languageOf(call.request)))
  bind(getProvisioningHours, async (call) => events.hours(callerOf(call)))
  bind(exportProvisioningEvents, async (call) => {
    call.reply.header('content-disposition', 'attachment; filename="provisioning.csv"')
    return events.export(callerOf(call), call.query)
  })
  bind(getProvisioningEvent, async (call) => events.get(callerOf(call), call.params.eventId, languageOf(call.request)))
  bind(replayProvisioningEvent, async (call) =>
    // What `Prefer: preview` asks for is the replay, not the dry run.
    events.replay(callerOf(call), call.params.eventId, call.body.dryRun && !isPreviewed(), languageOf(call.request)),
  )

  const versioned = (call: Pick<Call<typeof getProvisioning>, 'setEtag'>, { provisioning, version }: VersionedProvisioning) => {
    call.setEtag(version)
    return provisioning
  }
  bind(getProvisioning, async (call) => versioned(call, await limit.get(callerOf(call))))
  bind(putDeprovisioningLimit, async (call) => versioned(call, await limit.settle(callerOf(call), call.body, call.ifMatch)))
  bind(decideDeprovisioningLimit, async (call) => versioned(call, await limit.decide(callerOf(call), call.body.decision, call.ifMatch)))
}
