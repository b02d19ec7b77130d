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

export interface Assets {
  /** Files by name below `assets/`. */
  files: ReadonlyMap<string, Asset>
  /** Name of the style sheet. */
  style: string
  /** The only script, inline: it applies the theme chosen in the console. */
  script: string
  /** Its hash for the content security policy. */
  scriptHash: string
}

const theme = new URL('../../../../console/src/theme/', import.meta.url)
const packages = createRequire(new URL('../../../../console/package.json', import.meta.url))

/** Follows the theme of the console (`console/src/theme/preferences.ts`), also when it changes in another window. */
const script = `(function(){var r=document.documentElement;function f(){try{var t=localStorage.getItem('steward.theme');if(t==='light'||t==='dark')r.dataset.theme=t;else delete r.dataset.theme}catch(e){}}f();addEventListener('storage',f)})()`

const digest = (content: string | Buffer, encoding: 'base64' | 'base64url'): string => createHash('sha256').update(content).digest(encoding)

/** The style sheet of the site, with the tokens and fonts of the console so that both always match. */
export function loadAssets(): Assets {
  const files = new Map<string, Asset>()
  const add = (file: string, type: string, content: Buffer): string => {
    const [, stem = file, extension = ''] = /^(.*)(\.\w+)$/.exec(file) ?? []
    const name = `${stem}-${digest(content, 'base64url').replaceAll(/[^\w]/g, '').slice(0, 8)}${extension}`
    files.set(name, { name, type, content })
    return name
  }
  const fonts = readFileSync(new URL('fonts.css', theme), 'utf8').replaceAll(/url\('([^']+)'\)/g, (_, file: string) => {
    const content = readFileSync(packages.resolve(file))
    return `url('${add(basename(file), 'font/woff2', content)}')`
  })
  const sheet = [readFileSync(new URL('tokens.css', theme), 'utf8'), fonts, readFileSync(new URL('site.css', import.meta.url), 'utf8')]
  return {
    style: add('help.css', 'text/css; charset=utf-8', Buffer.from(sheet.join('\n'))),
    script,
    scriptHash: `'sha256-${digest(script, 'base64')}'`,
    files,
  }
}
