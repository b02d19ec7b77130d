import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'

/** A file with a content hash in its name, so that browsers can cache it forever. */
export interface Asset {
  name: string
  type: string
  content: Buffer
}

/** For the header of an asset. */
export const foreverCached = 'public, max-age=31536000, immutable'

const theme = new URL('../../../console/src/theme/', import.meta.url)
const packages = createRequire(new URL('../../../console/package.json', import.meta.url))

/** A style sheet with the tokens and fonts of the console, so that both always match, and its files by name. */
export function loadThemedSheet(sheet: URL): { style: string; files: ReadonlyMap<string, Asset> } {
  const files = new Map<string, Asset>()
  const add = (file: string, type: string, content: Buffer): string => {
    const [, stem = file, extension = ''] = /^(.*)(\.\w+)$/.exec(file) ?? []
    const hash = createHash('sha256').update(content).digest('base64url')
    const name = `${stem}-${hash.replaceAll(/[^\w]/g, '').slice(0, 8)}${extension}`
    files.set(name, { name, type, content })
    return name
  }
  const fonts = readFileSync(new URL('fonts.css', theme), 'utf8').replaceAll(/url\('([^']+)'\)/g, (_, file: string) => {
    const content = readFileSync(packages.resolve(file))
    return `url('${add(basename(file), 'font/woff2', content)}')`
  })
  const text = [readFileSync(new URL('tokens.css', theme), 'utf8'), fonts, readFileSync(sheet, 'utf8')].join('\n')
  return { style: add(basename(sheet.pathname), 'text/css; charset=utf-8', Buffer.from(text)), files }
}
