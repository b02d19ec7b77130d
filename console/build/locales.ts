import { readFileSync } from 'node:fs'
import { minify, rolldownVersion, type Plugin, type Rolldown } from 'vite'

/**
 * One build produces a copy of the code for each language. Messages choose their text by `locale` until the chunks are finished;
 * then each chunk is written once per language with that name replaced, and the minifier drops the texts of the
 * others. Styles, fonts and images are shared. Each language has its own HTML page, which the server chooses by the
 * user's preference (see `server/src/http/static.ts`).
 */

/** Placeholder for the language in code and in the URLs of chunks. */
const locale = '__STEWARD_LOCALE__'
/** V8 compiles all functions of a file that begins with it; other browsers read a comment. */
export const compileHint = '//# allFunctionsCalledOnLoad'
/** The folder of a language's chunks, as file names contain it before the language is known. */
export const codeFolder = `assets/${locale}`

/** Areas whose messages every page uses. */
const everywhere = new Set(['ui', 'shell', 'settings', 'error', 'help', 'device'])

/** What records of all kinds are called: every page can show a history. */
const people = ['users', 'groups', 'roles', 'resource', 'access', 'keys', 'streams', 'scim']
const referenceData = ['currencies', 'schemes', 'vintages', 'rates', 'tags']
const changes = ['change', 'changes', 'history', 'record', 'what', 'audit', 'events']
const capacity = ['quota', 'quotas', 'licenses', 'metrics', 'storage', 'range', 'job', 'jobs']

/** Areas whose messages go into one file, because pages that use one of them mostly use the others. */
const together: Readonly<Record<string, readonly string[]>> = {
  sign: ['login', 'password', 'set', 'reset', 'link', 'ydo', 'factor', 'passkey'],
  records: [...people, ...referenceData, ...changes, ...capacity],
  lists: ['tenant', 'esg', 'files', 'download', 'views', 'notification', 'palette', 'open', 'new', 'shortcuts'],
}

const sharedFile = new Map(Object.entries(together).flatMap(([file, areas]) => areas.map((area) => [area, file])))

/** The file of a message that several chunks share: by area, so that the first page does not load other areas' messages. */
export function wordsChunk(id: string): string {
  const [, area = 'ui'] = /\/messages\/([a-z]+)_/.exec(id) ?? []
  return everywhere.has(area) ? 'words' : `words-${sharedFile.get(area) ?? area}`
}

/** The texts of the HTML page itself. */
const messages = new URL('../../contract/messages/shell/', import.meta.url)
const { baseLocale, locales } = JSON.parse(
  readFileSync(new URL('../../contract/project.inlang/settings.json', import.meta.url), 'utf8'),
) as { baseLocale: string; locales: string[] }

/** The part of Paraglide's runtime that the console uses; the language never changes at run time. */
const runtime = `
export const baseLocale = ${JSON.stringify(baseLocale)}
export const locales = ${JSON.stringify(locales)}
export const getLocale = () => ${locale}
export const isLocale = (value) => locales.includes(value)
export const overwriteGetLocale = () => {}
`

/** `compiledWhole` names chunks that begin with V8's hint to compile all their functions while they load. */
export function perLanguage(compiledWhole: ReadonlySet<string>): Plugin[] {
  return [inBaseLanguage, inEachLanguage(compiledWhole)]
}

/** The page during development, where the browser chooses the language (see `console/src/i18n/language.ts`). */
const inBaseLanguage: Plugin = {
  name: 'steward-base-language',
  apply: 'serve',
  transformIndexHtml: (html) => page(html, baseLocale),
}

const inEachLanguage = (compiledWhole: ReadonlySet<string>): Plugin => ({
  name: 'steward-per-language',
  apply: 'build',
  enforce: 'post',
  // Minified below, after the language has been inserted.
  config: () => ({ build: { minify: false, cssMinify: true } }),
  load: (id) => (id.endsWith('/contract/src/paraglide/runtime.js') ? runtime : null),
  transform(code, id) {
    if (/\/contract\/src\/paraglide\/messages\/(?!_index)\w+\.js$/.test(id)) return fixed(code, id)
    if (id.endsWith('/contract/src/catalog/texts.ts')) return { code: code.replaceAll('getLocale()', locale), map: null }
    return null
  },
  // Chunk names are hashes of the content before minification, so the minifier's version must be part of the hash.
  augmentChunkHash: () => rolldownVersion,
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const files = Object.values(bundle)
      for (const name of compiledWhole)
        if (!files.some((file) => file.name === name)) this.error(`no chunk is named "${name}"; see console/build/chunks.ts`)
      for (const locale of locales) {
        await Promise.all(
          files.map(async (file) => {
            if (file.type === 'chunk') {
              const code = await minified(file, locale)
              const source = compiledWhole.has(file.name) ? `${compileHint}\n${code}` : code
              this.emitFile({ type: 'asset', fileName: inLocale(file.fileName, locale), source })
            } else if (file.fileName === 'index.html')
              this.emitFile({ type: 'asset', fileName: pageOf(locale), source: page(String(file.source), locale) })
          }),
        )
      }
      for (const file of files) if (file.type === 'chunk') delete bundle[file.fileName]
    },
  },
})

/**
 * A message module without the function that chooses a language at each call: the message is the text function of its
 * language, which the minifier resolves. Inputs are always given, as the types require.
 */
function fixed(code: string, id: string): { code: string; map: null } {
  const [, key = ''] = /\/(\w+)\.js$/.exec(id) ?? []
  const texts = code.slice(0, code.indexOf('/**\n* |'))
  const textOf = (language: string) => `${language}_${key}`
  if (!locales.every((language) => texts.includes(`const ${textOf(language)} = `)))
    throw new Error(`${id} is not made as expected; see console/build/locales.ts`)
  const choice = locales
    .filter((language) => language !== baseLocale)
    .map((language) => `${locale} === '${language}' ? ${textOf(language)} : `)
  return {
    code: `${withoutFallbacks(texts)
      .replace(/^import \{ getLocale, .*$/m, '')
      .replaceAll('i?.', 'i.')}
export const ${key} = ${choice.join('')}${textOf(baseLocale)}`,
    map: null,
  }
}

/** Plural variants without the key as a fallback, which is never needed: "other" always applies. */
const withoutFallbacks = (texts: string): string =>
  texts.replace(/\tif \(countPlural === "other"\) (return [^\n]+)\n\treturn [^\n]+/g, '\t$1').replaceAll('i?.count, {})', 'i?.count)')

const inLocale = (text: string, language: string) =>
  text.replaceAll(`${codeFolder}/`, `assets/${language}/`).replaceAll(locale, JSON.stringify(language))

async function minified(chunk: Rolldown.OutputChunk, language: string): Promise<string> {
  const { code, errors } = await minify(chunk.fileName, inLocale(chunk.code, language), { module: true })
  if (errors.length > 0) throw new Error(`${chunk.fileName} cannot be minified: ${JSON.stringify(errors)}`)
  return code
}

/** The page of the base language keeps its name, for servers without language support. */
const pageOf = (language: string) => (language === baseLocale ? 'index.html' : `index.${language}.html`)

function page(html: string, language: string): string {
  const texts = JSON.parse(readFileSync(new URL(`${language}.json`, messages), 'utf8')) as Record<string, string>
  return inLocale(html, language)
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/%([a-z_]+)%/g, (whole, key: string) => texts[key] ?? whole)
}
