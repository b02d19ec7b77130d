import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'
import { openHelp, sendFeedback } from '@steward/contract/help/endpoints'
import { getGuidance } from '@steward/contract/help/guidance'
import { listWhatsNew, markWhatsNewSeen } from '@steward/contract/help/whats-new'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import { languageOf } from '../http/language.ts'
import type { Principal } from '../http/principal.ts'
import { type HelpCookies, helpCookieSeconds } from './cookie.ts'
import type { FeedbackService } from './feedback/service.ts'
import type { GuidanceService } from './guidance/service.ts'
import { serveHelpSite } from './site/serve.ts'
import type { WhatsNewService } from './whats-new/service.ts'

export interface HelpRoutes {
  cookies: HelpCookies
  feedback: FeedbackService
  guidance: GuidanceService
  whatsNew: WhatsNewService
  isSessionOpen(tenantId: string, sessionId: string): Promise<boolean>
}

/** Binds feedback, guidance, what is new and the cookie that opens the help site, and serves the site. */
export function bindHelpRoutes(http: FastifyInstance, bind: Bind, routes: HelpRoutes): void {
  const { cookies, feedback, guidance, whatsNew, isSessionOpen } = routes

  async function isReader(request: FastifyRequest): Promise<boolean> {
    const reader = await cookies.read(request)
    return reader !== undefined && (await isSessionOpen(reader.tenantId, reader.sessionId))
  }

  bind(openHelp, async ({ body, principal, reply }) => {
    const { id: userId, tenantId } = principal
    await cookies.set(reply, { userId, tenantId, sessionId: sessionOf(principal) }, body)
    return { expiresIn: helpCookieSeconds }
  })

  bind(sendFeedback, async (call) => {
    sessionOf(call.principal)
    return { feedbackId: await feedback.send(callerOf(call), call.body, call.request.headers['user-agent'] ?? '') }
  })

  bind(getGuidance, async (call) => guidance.read(call.principal, callerOf(call)))

  bind(listWhatsNew, async (call) => {
    sessionOf(call.principal)
    return whatsNew.list(call.principal, callerOf(call), languageOf(call.request))
  })

  bind(markWhatsNewSeen, async (call) => {
    sessionOf(call.principal)
    await whatsNew.markSeen(call.principal, callerOf(call), call.body.entryId, languageOf(call.request))
  })

  serveHelpSite(http, isReader)
}

/** The session of a person; keys and tokens have none. */
function sessionOf({ sessionId }: Principal): string {
  if (sessionId === undefined) throw problem('person_needed')
  return sessionId
}
