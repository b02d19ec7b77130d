import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'
import { openHelp, sendFeedback } from '@steward/contract/help/endpoints'
import type { Bind } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import type { SigningKeys } from '../session/signing-keys.ts'
import { createHelpCookies, helpCookieSeconds } from './cookie.ts'
import { type FeedbackOptions, createFeedback } from './feedback/service.ts'
import { serveHelpSite } from './site/serve.ts'

export interface HelpOptions extends FeedbackOptions {
  keys: SigningKeys
  isSessionOpen: (tenantId: string, sessionId: string) => Promise<boolean>
}

/** The help site, the cookie that opens it, and feedback. */
export function createHelp(options: HelpOptions) {
  const { keys, publicUrl, now, isSessionOpen } = options
  const cookies = createHelpCookies(keys, { publicUrl, now })
  const feedback = createFeedback(options)

  async function isReader(request: FastifyRequest): Promise<boolean> {
    const reader = await cookies.read(request)
    return reader !== undefined && (await isSessionOpen(reader.tenantId, reader.sessionId))
  }

  return {
    tasks: feedback.tasks,
    bind(http: FastifyInstance, bind: Bind): void {
      bind(openHelp, async ({ body, principal, reply }) => {
        const { id: userId, tenantId } = principal
        await cookies.set(reply, { userId, tenantId, sessionId: sessionOf(principal) }, body)
        return { expiresIn: helpCookieSeconds }
      })
      bind(sendFeedback, async ({ body, principal, request }) => {
        sessionOf(principal)
        const userAgent = request.headers['user-agent'] ?? ''
        return { feedbackId: await feedback.send(contextOf(principal, request.id), body, userAgent) }
      })
      serveHelpSite(http, isReader)
    },
  }
}

/** The session of a person; keys and tokens have none. */
function sessionOf({ sessionId }: Principal): string {
  if (sessionId === undefined) throw problem('person_needed')
  return sessionId
}
