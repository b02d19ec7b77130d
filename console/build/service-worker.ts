import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, transformWithOxc, type Plugin } from 'vite'

const source = join(import.meta.dirname, '../src/notifications/worker.ts')
const fileName = 'sw.js'

/** The service worker as a plain script, since not all browsers support module workers. It imports only types. */
export async function workerScript(): Promise<string> {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false })
  // The only trace of being a module.
  const script = await minify(fileName, code.replace(/^export\s*\{\s*\};?$/m, ''), { module: false })
  if (/\b(?:import|export)\b/.test(script.code)) throw new Error('the service worker imports more than types')
  return script.code
}

/** Writes `sw.js` beside the page under a fixed name: browsers check it for updates automatically. */
export function serviceWorker(): Plugin {
  return {
    name: 'steward-service-worker',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `${server.config.base}${fileName}`) return next()
        void workerScript().then((script) => response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script), next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await workerScript() })
    },
  }
}
