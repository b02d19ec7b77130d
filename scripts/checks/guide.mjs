// `node scripts/checks/guide.mjs`: follows docs/developers/new-area.md. Every file that it names must exist, and its example area must
// pass the type checker in a temporary folder, with the declaration of its page where the guide puts it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at, cache, root } from '../lib/paths.mjs'
import { pinnedNode, runtimeEnv } from '../lib/platform.mjs'
import { run } from '../lib/processes.mjs'

const guidePath = 'docs/developers/new-area.md'
/** The area that the guide builds; its own files and names don't exist. */
const example = 'certificates'

/** What the guide's snippets import; the guide leaves it out. */
const imports = {
  'schemas.ts': `import { z } from 'zod'`,
  'endpoints.ts': `import type { Endpoint } from '@steward/contract/http'
import type { listCertificatesResponse } from './schemas.ts'`,
  'docs.ts, listed in contract/src/endpoints.ts': `import { operations } from '@steward/contract/operations'
import * as endpoints from './endpoints.ts'
import { listCertificatesResponse } from './schemas.ts'`,
  'area.ts': `import type { Area } from '~/server/src/area.ts'
import type { Shared } from '~/server/src/shared.ts'
import type { Bind } from '~/server/src/http/binding.ts'
declare function bindCertificateRoutes(bind: Bind, service: object): void
declare function createCertificateService(db: Shared['db']): object`,
  'console/src/routes/_shell/company/certificates.tsx': `import { createFileRoute } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import '~/console/src/pages/useMenu.ts'
declare module '@tanstack/react-router' {
  interface FileRoutesByPath {
    '/_shell/company/certificates': { id: string; path: string; fullPath: string; preLoaderRoute: unknown; parentRoute: never }
  }
}
declare function CertificatesPage(): null`,
}
/** Where the page's declaration belongs, and what it needs there. */
const pagesPath = 'contract/src/rules/pages.ts'

/** @param {string} guide @returns {string[]} the paths that it names and that aren't the example's own */
function missingPaths(guide) {
  const named = [...guide.matchAll(/`((?:contract|server|console|docs|scripts|e2e)\/[^`*{}<>]+?|\.[\w-]+\.mjs)\/?`/g)].map(
    ([, path = '']) => path,
  )
  return [...new Set(named)].filter((path) => !path.includes(example) && !existsSync(at(path)))
}

/** The files of the guide's code blocks: each begins with a comment that names it. @param {string} guide @returns {Map<string, string>} */
function filesOf(guide) {
  /** @type {Map<string, string>} */
  const files = new Map()
  for (const [, code = ''] of guide.matchAll(/^ *```tsx?\n([\s\S]*?)^ *```/gm)) {
    for (const part of code.split(/^ *\/\/ /m).slice(1)) {
      const [title = '', ...lines] = part.split('\n')
      files.set(title.replace(/:.*$/, ''), lines.join('\n'))
    }
    if (!/^ *\/\/ /.test(code)) files.set('area.ts', code)
  }
  return files
}

/** @param {string} folder @param {string} file @param {string} code */
function write(folder, file, code) {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, code.replaceAll("'~/", `'${root}/`))
}

/** @param {Map<string, string>} files @returns {Promise<string[]>} what the type checker says */
async function faultsOfExample(files) {
  const expected = [...Object.keys(imports), pagesPath]
  const missing = expected.filter((title) => !files.has(title)).map((title) => `${guidePath}: no code for "${title}"`)
  if (missing.length > 0) return missing
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'new-area-'))
  try {
    for (const [title, head] of Object.entries(imports)) write(folder, fileNameOf(title), `${head}\n${files.get(title)}`)
    const pages = readFileSync(at(pagesPath), 'utf8').replaceAll(/from '\.\.?\/(?:rules\/)?/g, "from '~/contract/src/rules/")
    const declared = `${files.get(pagesPath)}`.replaceAll('m.certificates_title', "() => 'Certificates'")
    write(
      folder,
      'pages.ts',
      pages.replace("  page('/notification-settings'", (rest) => declared + rest),
    )
    write(
      folder,
      'tsconfig.json',
      JSON.stringify({
        extends: join(root, 'console/tsconfig.json'),
        compilerOptions: { noUnusedLocals: false, types: ['node', at('node_modules/vite/client')] },
        include: ['.', join(root, 'console/src/vite-env.d.ts')],
      }),
    )
    const tsc = [at('node_modules/typescript/bin/tsc'), '-p', folder, '--noEmit']
    const { status, output } = await run(pinnedNode(), tsc, { cwd: root, env: runtimeEnv({}), timeoutMs: 60_000 })
    return status === 0 ? [] : [`${guidePath}: the example does not pass the type checker\n${output.trim()}`]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} title */
const fileNameOf = (title) => `${title.includes('/') && !title.includes(',') ? 'route.tsx' : title.replace(/,.*/, '')}`

/** @returns {Promise<string[]>} one sentence for each fault */
export async function guideFaults() {
  const guide = readFileSync(at(guidePath), 'utf8')
  return [...missingPaths(guide).map((path) => `${guidePath}: ${path} does not exist`), ...(await faultsOfExample(filesOf(guide)))]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const faults = await guideFaults()
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
