import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { de } from '@steward/contract/catalog/texts/de'
import { ja } from '@steward/contract/catalog/texts/ja'
import type { Language } from '@steward/contract/languages'
import { administratorRoleName } from '@steward/contract/rules/name-rules'
import { pageNames } from './contents.ts'
import type { SitePage } from './layout.ts'
import { readSource } from './render.ts'
import { sitePages, sourcesRoot } from './serve.ts'

/** Languages with all pages translated. Others show missing pages in English. */
const complete = [
  { language: 'de', catalog: de },
  { language: 'ja', catalog: ja },
] as const

/** Keyboard keys with other names. */
const keyNames: Partial<Record<Language, Record<string, string>>> = { de: { Ctrl: 'Strg' } }

const english = sitePages('en')

describe.each(complete)('the help in $language', ({ language, catalog }) => {
  const translated = sitePages(language)
  const translations = readTranslations(language, catalog)

  it.each(pageNames)('%s matches the English page', (name) => {
    const [original, page] = [pageOf(english, name), pageOf(translated, name)]
    expect(page.language).toBe(language)
    expect(outlineOf(page)).toEqual({
      ...outlineOf(original),
      code: codeIn(original)
        .map((text) => keyNames[language]?.[text] ?? text)
        .toSorted(),
    })
  })

  it.each(pageNames)('%s uses the labels of the console', (name) => {
    const marked = marksIn(readSource(sourcesRoot, language, name) ?? '')
    const labels = labelsIn(readSource(sourcesRoot, 'en', name) ?? '', name)
    const missing = labels.filter((label) => translations.get(label)?.every((one) => !marked.includes(one)))
    expect(missing.map((label) => [label, ...(translations.get(label) ?? [])])).toEqual([])
  })
})

function pageOf(pages: ReadonlyMap<string, SitePage>, name: string): SitePage {
  const page = pages.get(name)
  if (!page) throw new Error(`There is no page ${name}.`)
  return page
}

/** What a translation has in common with its original. Anchors are headings, so they are translated. */
function outlineOf({ html, links, ...page }: SitePage) {
  const count = (tag: string): number => html.split(`<${tag}`).length - 1
  return {
    headings: [count('h2 '), count('h3 ')],
    items: count('li>'),
    steps: count('ol>'),
    tables: [count('table>'), count('tr>'), count('th>'), count('td>')],
    links: links.map((link) => link.page).toSorted(),
    addresses: [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, address]) => address).toSorted(),
    code: codeIn({ html, links, ...page }).toSorted(),
  }
}

const codeIn = ({ html }: SitePage): string[] => [...html.matchAll(/<code>(.*?)<\/code>/g)].map(([, code = '']) => code)

/** Every translation of each English text of the console, normalized with `plain`. Placeholders become "…". */
function readTranslations(language: Language, catalog: Readonly<Record<string, string>>): Map<string, string[]> {
  const [texts, words] = ['en', language].map((one) => messagesIn(one))
  const pairs = Object.entries(texts ?? {}).map(([key, text]) => [text, words?.[key]])
  const found = new Map<string, string[]>()
  for (const [text, translation] of [...pairs, ...Object.entries(catalog)]) {
    if (typeof text !== 'string' || typeof translation !== 'string') continue
    // The role has this name in every language; pages don't refer to the permission of the same name.
    if (text.toLowerCase() === administratorRoleName.toLowerCase()) continue
    const label = asLabel(text)
    found.set(label, [...(found.get(label) ?? []), asLabel(translation)])
  }
  return found
}

const messagesRoot = new URL('../../../../contract/messages/', import.meta.url)

const messagesIn = (language: string): Record<string, unknown> =>
  Object.assign(
    {},
    ...readdirSync(messagesRoot).map((area) => JSON.parse(readFileSync(new URL(`${area}/${language}.json`, messagesRoot), 'utf8'))),
  )

/** Text in bold, italics or quotes. In guides, bold text is what the provider's console shows, which isn't ours. */
function labelsIn(source: string, name: string): string[] {
  const isGuide = name.startsWith('company/sso/')
  const marked = source.replaceAll(/`[^`]*`/g, '').matchAll(/\*\*([^*]+)\*\*|\*([^*]+)\*|"([^"]+)"/g)
  return [...marked]
    .map(([, bold, italic, quoted]) => (isGuide ? italic : (bold ?? italic ?? quoted)))
    .flatMap((text) => (text ? [asLabel(text)] : []))
}

/** Text of a translation in bold, italics or quotes. */
const marksIn = (source: string): string =>
  [...source.replaceAll(/`[^`]*`/g, '').matchAll(/\*\*[^*]+\*\*|\*[^*]+\*|„[^“]+“|「[^」]+」/g)].map(([mark]) => plain(mark)).join('\n')

/** Normalizes text: without markup, ignoring case, spaces and line breaks. */
const plain = (text: string): string => text.replaceAll(/[*_]/g, '').replaceAll(/\s+/g, ' ').toLowerCase()

/** A text as a label: without final punctuation, and with "…" for placeholders. */
const asLabel = (text: string): string =>
  plain(text)
    .replaceAll(/\{\w+\}/g, '…')
    .replaceAll(/^"|[".:。]+$/g, '')
    .trim()
