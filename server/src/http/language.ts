import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, baseLanguage, isLanguage, type Language, languageCookie } from '@steward/contract/languages'

/**
 * The language of a response, from `Accept-Language`. The console sends its user's language, other clients their configured
 * one; no user's settings are read for it.
 */
export const languageOf = (request: Pick<FastifyRequest, 'headers'>): Language =>
  acceptedLanguage(request.headers['accept-language']) ?? baseLanguage

/** The language of a page: the one chosen earlier in this browser, else the browser's. */
export function pageLanguageOf(request: Pick<FastifyRequest, 'headers'> & { cookies: Record<string, string | undefined> }): Language {
  const chosen = request.cookies[languageCookie]
  return isLanguage(chosen) ? chosen : languageOf(request)
}
