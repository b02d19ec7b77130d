import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages, type Language } from '@steward/contract/languages'
import { pageLanguageOf } from './language.ts'

/** The content of `/home/config.json`, which the console reads. */
export interface ConsoleConfig {
  environment: string
  [key: string]: unknown
}

/**
 * Serves the built console under `/home/`: assets with hashed names are cached forever, everything else is fresh; paths without
 * a file get the page in the reader's language, because the console routes them.
 */
export async function serveConsole(app: FastifyInstance, dist: string, config: ConsoleConfig): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/home/'))
  app.get('/home', (_request, reply) => reply.redirect('/home/'))
  app.get('/home/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(config))
  if (!existsSync(join(dist, 'index.html'))) {
    app.log.warn({ dist }, 'the console is not built; /home/ returns 404')
    return
  }
  // The build writes a page per language next to the base language's.
  const page = readFileSync(join(dist, 'index.html'))
  const pages = new Map(languages.map((language) => [language, readPage(dist, language) ?? page]))
  await app.register(fastifyStatic, {
    root: dist,
    // Each file would have two routes of its own (docs/adr/073).
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forever = path.includes(`${join(dist, 'assets')}`)
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const files = filesIn(dist)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const language = pageLanguageOf(request)
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language, cookie', 'content-language': language })
      .type('text/html; charset=utf-8')
      .send(pages.get(language))
  }
  app.get('/home/', sendPage)
  app.get<{ Params: { '*': string } }>('/home/*', (request, reply) => {
    const path = request.params['*']
    if (files.has(path)) return reply.sendFile(path)
    // A missing asset is a 404; a page would be parsed as a script.
    if (path.startsWith('assets/')) return reply.callNotFound()
    return sendPage(request, reply)
  })
}

function readPage(dist: string, language: Language): Buffer | undefined {
  const file = join(dist, `index.${language}.html`)
  return existsSync(file) ? readFileSync(file) : undefined
}

/** The paths of all files in a folder, with slashes, without those that are others' compressed content. */
function filesIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name),
  )
  return new Set(files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')))
}
