import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** What the console reads from `/home/config.json`. */
export interface ConsoleConfig {
  environment: string
  [key: string]: unknown
}

/**
 * Serves the built console under `/home/`: assets with hashed names for ever, everything else fresh; paths that are no
 * file answer the page, because the console routes them itself.
 */
export async function serveConsole(app: FastifyInstance, dist: string, config: ConsoleConfig): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/home/'))
  app.get('/home', (_request, reply) => reply.redirect('/home/'))
  app.get('/home/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(config))
  if (!existsSync(join(dist, 'index.html'))) {
    app.log.warn({ dist }, 'the console is not built; /home/ answers 404')
    return
  }
  const page = readFileSync(join(dist, 'index.html'))
  await app.register(fastifyStatic, {
    root: dist,
    prefix: '/home/',
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forever = path.includes(`${join(dist, 'assets')}`)
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = (_request: unknown, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  app.get('/home/', sendPage)
  app.get('/home/*', (request, reply) => {
    // A missing asset is missing; a page in its place would be read as a script.
    if (request.url.startsWith('/home/assets/')) return reply.callNotFound()
    return sendPage(request, reply)
  })
}
