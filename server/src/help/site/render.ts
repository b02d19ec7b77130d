import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Marked, Renderer, type Tokens } from 'marked'

/** A heading for the page's table of contents. */
export interface Heading {
  id: string
  /** HTML, as in the heading itself. */
  text: string
}

/** A page of the help site, rendered from Markdown. */
export interface HelpPage {
  title: string
  /** The content below the title. */
  html: string
  /** The headings below the title. */
  headings: readonly Heading[]
  /** Names of the pages it links to, with the heading if given. */
  links: readonly { page: string; anchor: string | undefined }[]
}

/** The Markdown of a page in a language; undefined if it isn't translated. */
export function readSource(root: string, language: string, page: string): string | undefined {
  try {
    return readFileSync(path.join(root, language, `${page}.md`), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The id of a heading: its text in lower case with hyphens, as on GitHub, so that links work in both places. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/**
 * Renders a page from Markdown, which starts with `# Title`. Links to other pages are file paths in the source, and become
 * links to pages of the site.
 * @param base path of the site, `/help/site/`
 * @throws Error if the source has no title
 */
export function renderPage(source: string, page: string, base: string): HelpPage {
  const headings: Heading[] = []
  const links: HelpPage['links'][number][] = []
  const renderer = new Renderer()
  renderer.heading = function ({ tokens, depth, text }: Tokens.Heading) {
    const id = slugOf(text)
    const html = this.parser.parseInline(tokens)
    if (depth === 2) headings.push({ id, text: html })
    return `<h${depth} id="${id}">${html}</h${depth}>\n`
  }
  renderer.link = function ({ href, tokens }: Tokens.Link) {
    const target = targetOf(href, page)
    if (target) links.push(target)
    const address = target ? `${base}${target.page}${target.anchor === undefined ? '' : `#${target.anchor}`}` : href
    return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`
  }
  // A wide table scrolls separately, also by keyboard.
  renderer.table = function (token: Tokens.Table) {
    return `<div class="wide" role="region" tabindex="0" aria-label="${escapeText(token.header.map((cell) => cell.text).join(', '))}">${Renderer.prototype.table.call(this, token)}</div>`
  }
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(source) ?? []
  if (title === undefined || body === undefined) throw new Error(`The help page ${page} does not begin with a title.`)
  const html = new Marked({ renderer, gfm: true }).parse(body, { async: false })
  return { title, html, headings, links }
}

/** The page that a link points to; undefined for external links. */
function targetOf(href: string, page: string): HelpPage['links'][number] | undefined {
  const [file = '', anchor] = href.split('#')
  if (file === '') return { page, anchor }
  if (!file.endsWith('.md') || file.includes(':')) return undefined
  return { page: path.posix.join(path.posix.dirname(page), file).replace(/\.md$/, ''), anchor }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, also inside attributes. */
export const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
