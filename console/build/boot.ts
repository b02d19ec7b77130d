import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, transformWithOxc, type Plugin, type Rolldown } from 'vite'

const source = join(import.meta.dirname, '../src/boot/boot.ts')
const tokens = join(import.meta.dirname, '../src/theme/tokens.css')
const painted = join(import.meta.dirname, '../src/boot/painted.css')

/** The script as a plain one: it must run before the page is parsed further, and modules wait. It imports only types. */
async function bootScript(): Promise<string> {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false })
  const script = await minify('boot.js', `{${code.replace(/^export\s*\{\s*\};?$/m, '')}}`, { module: false })
  if (/\b(?:import|export)\b/.test(script.code)) throw new Error('boot.ts imports more than types')
  return script.code
}

/**
 * What a page needs before its first paint: `boot.js`, and the styles of the frame that it paints. The sheet of the console stays in
 * the head, because the sheets that load later come after it there, and override it.
 */
export function boot(): Plugin[] {
  return [servedBoot, builtBoot]
}

const servedBoot: Plugin = {
  name: 'steward-boot-served',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url !== `${server.config.base}boot.js`) return next()
      void bootScript().then((script) => response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script), next)
    })
  },
  transformIndexHtml: (html) => html.replace('</head>', '<link rel="stylesheet" href="/home/src/boot/painted.css" /></head>'),
}

const builtBoot: Plugin = {
  name: 'steward-boot-built',
  apply: 'build',
  enforce: 'post',
  // They are in the sheet that comes first.
  load: (id) => (id.endsWith('/console/src/theme/tokens.css') ? '' : null),
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no index.html')
      const emit = (name: string, extension: string, text: string) => {
        const fileName = `assets/${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.${extension}`
        this.emitFile({ type: 'asset', fileName, source: text })
        return `/home/${fileName}`
      }
      const files = { script: emit('boot', 'js', await bootScript()), styles: emit('painted', 'css', await paintedStyles()) }
      page.source = withEarlyParts(String(page.source), { ...files, shell: shellOf(bundle) })
    },
  },
}

/** With the tokens, which the frame needs first. */
async function paintedStyles(): Promise<string> {
  const sheets = await Promise.all([tokens, painted].map((path) => readFile(path, 'utf8')))
  return sheets
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
}

function shellOf(bundle: Rolldown.OutputBundle): string {
  const shell = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'shell')
  if (shell === undefined) throw new Error('the build has no chunk "shell"; see console/build/chunks.ts')
  return `/home/${shell.fileName}`
}

function withEarlyParts(html: string, { script, styles, shell }: { script: string; styles: string; shell: string }): string {
  return html
    .replace('<script src="/boot.js"></script>', `<script src="${script}"></script>`)
    .replace('<script src="/home/boot.js"></script>', `<script src="${script}"></script>`)
    .replace('</head>', `<link rel="stylesheet" href="${styles}"><meta name="steward-shell" content="${shell}"></head>`)
}
