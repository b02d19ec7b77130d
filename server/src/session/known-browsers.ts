import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from './cookie.ts'
import { dayMs } from './settings.ts'

/** Names a browser that signed in before. It proves nothing but that, and opens nothing. */
export const browserCookie = 'steward_browser'

const rememberedDays = 180
/** People with accounts in several tenants use one browser. */
const accountsPerBrowser = 5

/**
 * Recognizes browsers that signed in to an account before by a signed cookie, so that failures elsewhere do not lock them out
 * (OWASP, "Slow down online guessing attacks with device cookies"). The cookie has a signed number for each account, and does not
 * tell which accounts these are.
 */
export interface KnownBrowsers {
  /** The browser's id for an account; undefined if it did not sign in to it. */
  idFor(request: FastifyRequest, account: string): string | undefined
  /** Remembers that the browser has signed in to an account. */
  remember(call: { request: FastifyRequest; reply: FastifyReply }, account: string): void
}

interface Entry {
  id: string
  text: string
}

export function createKnownBrowsers(key: Buffer, { publicUrl, now }: { publicUrl: string; now: () => Date }): KnownBrowsers {
  const signatureOf = (id: string, day: string, account: string) =>
    createHmac('sha256', key).update(`${id}.${day}.${account}`).digest('base64url')
  const today = () => Math.floor(now().getTime() / dayMs)

  function read(text: string, account: string): Entry | undefined {
    const [id = '', day = '', signature = ''] = text.split('.')
    const age = today() - Number(day)
    if (!(age <= rememberedDays)) return undefined
    const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(id, day, account))]
    return given.length === expected.length && timingSafeEqual(given, expected) ? { id, text } : undefined
  }

  const textsOf = (request: FastifyRequest) => (request.cookies[browserCookie] ?? '').split('~').slice(0, accountsPerBrowser)

  function find(request: FastifyRequest, account: string): Entry | undefined {
    for (const text of textsOf(request)) {
      const entry = read(text, account)
      if (entry) return entry
    }
    return undefined
  }

  return {
    idFor: (request, account) => find(request, account)?.id,
    remember({ request, reply }, account) {
      const known = find(request, account)
      const id = known?.id ?? randomBytes(12).toString('base64url')
      const day = String(today())
      const others = textsOf(request).filter((text) => text !== '' && text !== known?.text)
      const value = [`${id}.${day}.${signatureOf(id, day, account)}`, ...others].slice(0, accountsPerBrowser).join('~')
      const options = { path: '/auth', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) } as const
      reply.setCookie(browserCookie, value, { ...options, maxAge: (rememberedDays * dayMs) / 1000 })
    },
  }
}
