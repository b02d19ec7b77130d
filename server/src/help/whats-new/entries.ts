import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, type Token, type Tokens } from 'marked'
import { z } from 'zod'
import type { NewsBlock, NewsEntry, NewsSpan } from '@steward/contract/help/whats-new-schemas'
import { type Language, baseLanguage } from '@steward/contract/languages'
import { consoleRoutes } from '@steward/contract/rules/routes'

/** One folder per language, with a Markdown file for each entry. */
export const newsRoot = fileURLToPath(new URL('../../../../docs/whats-new', import.meta.url))

export type Entry = Omit<NewsEntry, 'isUnread'>

const frontMatter = z.strictObject({
  date: z.iso.date(),
  page: z
    .string()
    .refine((page) => consoleRoutes.some((route) => route.path === page), 'isn’t a page of the console')
    .optional(),
})

/** The names of the entries in a language. */
export const entryNames = (language: Language, root = newsRoot): string[] =>
  readdirSync(path.join(root, language))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace(/\.md$/, ''))
    .toSorted()

/** Entries are in the order of this text: by day, those of a day by name. */
export const orderOf = ({ date, entryId }: Pick<Entry, 'date' | 'entryId'>): string => `${date} ${entryId}`

/** All entries in a language, newest first; those without a translation in the base language. */
export function readEntries(language: Language, root = newsRoot): Entry[] {
  const own = new Set(entryNames(language, root))
  return entryNames(baseLanguage, root)
    .map((name) => readEntry(name, own.has(name) ? language : baseLanguage, root))
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
}

function readEntry(name: string, language: Language, root: string): Entry {
  const file = path.join(root, language, `${name}.md`)
  try {
    return { entryId: name, language, ...parseEntry(readFileSync(file, 'utf8')) }
  } catch (error) {
    throw new Error(`${file} isn’t a valid entry of what’s new`, { cause: error })
  }
}

/** @throws if it has no front matter or title, or Markdown that the panel does not show */
export function parseEntry(source: string): Omit<Entry, 'entryId' | 'language'> {
  const [, head, title, body] = /^---\n([^]*?)\n---\n+# (.+)\n([^]*)$/.exec(source) ?? []
  if (head === undefined || title === undefined || body === undefined) throw new Error('It needs front matter and a title')
  const pairs = head.split('\n').map((line) => /^(\w+): (.+)$/.exec(line)?.slice(1) ?? [line, undefined])
  const { date, page = null } = frontMatter.parse(Object.fromEntries(pairs))
  return { date, page, title, blocks: new Marked().lexer(body).flatMap(blocksOf) }
}

function blocksOf(token: Token): NewsBlock[] {
  if (token.type === 'space') return []
  if (token.type === 'paragraph') return [{ kind: 'paragraph', items: [spansOf(token.tokens)] }]
  if (token.type !== 'list') throw new Error(`It has a ${token.type}: only paragraphs and lists are shown`)
  // The library types every token as one type or any other.
  const { items } = token as Tokens.List
  return [
    { kind: 'list', items: items.map((item) => item.tokens.flatMap((inner) => spansOf('tokens' in inner ? inner.tokens : undefined))) },
  ]
}

const styles: Readonly<Record<string, NewsSpan['style']>> = {
  text: 'plain',
  escape: 'plain',
  strong: 'strong',
  em: 'emphasis',
  codespan: 'code',
}

function spansOf(tokens: readonly Token[] = []): NewsSpan[] {
  return tokens.map((token) => {
    const style = styles[token.type]
    if (style === undefined || !('text' in token)) throw new Error(`It has a ${token.type}: only plain text and emphasis are shown`)
    return { style, text: String(token.text).replaceAll('\n', ' ') }
  })
}
