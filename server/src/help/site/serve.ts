import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { baseLanguage, type Language } from '@steward/contract/languages'
import { publicHelpPages } from '@steward/contract/rules/help-pages'
import { pageLanguageOf } from '../../http/language.ts'
import { foreverCached } from '../../http/themed-assets.ts'
import { type Assets, loadAssets } from './assets.ts'
import { pageNames } from './contents.ts'
import { type SitePage, noticeHtml, pageHtml } from './layout.ts'
import { readSource, renderPage } from './render.ts'

/** The path of the site on this server. */
export const siteBase = '/help/site/'

/** One folder per language, with a Markdown file for each page. */
export const sourcesRoot = fileURLToPath(new URL('../../../../docs/help', import.meta.url))

/** The responses of the site in one language. */
interface Rendered {
  pages: ReadonlyMap<string, Buffer>
  notFound: Buffer
  closed: Buffer
}

interface Site {
  assets: Assets
  of(language: Language): Rendered
}

/** All pages in a language; untranslated pages use the base language. */
export function sitePages(language: Language, root = sourcesRoot): Map<string, SitePage> {
  return new Map(
    pageNames.map((name) => {
      const own = readSource(root, language, name)
      const source = own ?? readSource(root, baseLanguage, name)
      if (source === undefined) throw new Error(`The help page ${name} is missing.`)
      const page = { ...renderPage(source, name, siteBase), name, language: own === undefined ? baseLanguage : language }
      return [name, page]
    }),
  )
}

/** Renders pages on first use: most commands of the operator never need the site. */
function lazySite(): () => Site {
  let site: Site | undefined
  return () => {
    if (site) return site
    const assets = loadAssets()
    const rendered = new Map<Language, Rendered>()
    site = {
      assets,
      of(language) {
        let found = rendered.get(language)
        if (!found) rendered.set(language, (found = renderSite(language, assets)))
        return found
      },
    }
    return site
  }
}

function renderSite(language: Language, { style, script }: Assets): Rendered {
  const pages = sitePages(language)
  const options = { language, base: siteBase, style, script, pages }
  return {
    pages: new Map([...pages].map(([name, page]) => [name, Buffer.from(pageHtml(page, options))])),
    notFound: Buffer.from(noticeHtml('not_found', options)),
    closed: Buffer.from(noticeHtml('closed', options)),
  }
}

/**
 * Serves the built-in help site. It requires a sign-in, except for help on the public pages. Only the console can show it in a
 * frame.
 */
export function serveHelpSite(app: FastifyInstance, isReader: (request: FastifyRequest) => Promise<boolean>): void {
  const site = lazySite()
  const onSend = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-security-policy', policy(site().assets))
  }

  app.get('/help', (_request, reply) => reply.redirect(`${siteBase}home`))
  app.get('/help/', (_request, reply) => reply.redirect(`${siteBase}home`))
  app.get('/help/site', (_request, reply) => reply.redirect(`${siteBase}home`))

  app.get<{ Params: { name: string } }>(`${siteBase}assets/:name`, { onSend }, (request, reply) => {
    const asset = site().assets.files.get(request.params.name)
    if (!asset) return reply.callNotFound()
    return reply.header('cache-control', foreverCached).type(asset.type).send(asset.content)
  })

  app.get<{ Params: { '*': string } }>(`${siteBase}*`, { onSend }, async (request, reply) => {
    const name = request.params['*']
    if (name === '') return reply.redirect(`${siteBase}home`)
    const language = pageLanguageOf(request)
    const { pages, notFound, closed } = site().of(language)
    const isOpen = publicHelpPages.has(name) || (await isReader(request))
    if (!isOpen && leadsToSignIn(request)) return reply.redirect(`/home/?${new URLSearchParams({ help: name })}`)
    const page = isOpen ? pages.get(name) : undefined
    const [status, html] = page ? [200, page] : isOpen ? [404, notFound] : [401, closed]
    reply
      .code(status)
      .headers({ 'cache-control': 'private, no-cache', vary: 'accept-language, cookie', 'content-language': language })
      .type('text/html; charset=utf-8')
    if (status !== 200) return reply.send(html)
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`
    reply.header('etag', etag)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
  })
}

/**
 * Whether the page was opened in a tab of its own: then the console signs the person in, opens the help for them and comes back, marked
 * with `opened`, so that a browser that refuses the cookie does not redirect forever.
 */
const leadsToSignIn = ({ headers, query }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' && !(typeof query === 'object' && query !== null && 'opened' in query)

const policy = ({ scriptHash }: Assets): string =>
  [
    "default-src 'none'",
    `script-src ${scriptHash}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
