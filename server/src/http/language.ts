import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, baseLanguage, isLanguage, type Language, languageCookie } from '@steward/contract/languages'

/**
 * The language a call is answered in: what its `Accept-Language` asks for. The console sends the language its user chose,
 * other clients what they were told; nobody's settings are read for it.
 */
export const languageOf = (request: Pick<FastifyRequest, 'headers'>): Language =>
  acceptedLanguage(request.headers['accept-language']) ?? baseLanguage

/** The language of a page: the one chosen in this browser before, else what the browser asks for. */
export function pageLanguageOf(request: Pick<FastifyRequest, 'headers'> & { cookies: Record<string, string | undefined> }): Language {
  const chosen = request.cookies[languageCookie]
  return isLanguage(chosen) ? chosen : languageOf(request)
}
