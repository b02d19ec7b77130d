import type { Language } from '@steward/contract/languages'
import * as m from '@steward/contract/paraglide/messages'
import { pageNames, sections } from './contents.ts'
import { type HelpPage, escapeText } from './render.ts'

/** A page of the site in a language, or in the base language if it isn't translated. */
export interface SitePage extends HelpPage {
  name: string
  /** The language of its text. */
  language: Language
}

export interface LayoutOptions {
  /** The language of the layout. */
  language: Language
  /** The base path of the site, `/help/site/`. */
  base: string
  style: string
  script: string
  /** Every page by name. */
  pages: ReadonlyMap<string, SitePage>
}

/** Renders a page of the site as HTML. */
export function pageHtml(page: SitePage, options: LayoutOptions): string {
  const { language } = options
  const locale = { locale: language }
  const section = sections.find((one) => one.pages.includes(page.name))
  const isForeign = page.language !== language
  return frame(page.title, page.name, options, [
    `<article${isForeign ? ` lang="${page.language}"` : ''}>`,
    section ? `<p class="section" lang="${language}">${escapeText(section.title({}, locale))}</p>` : '',
    `<h1>${escapeText(page.title)}</h1>`,
    isForeign ? `<p class="note" lang="${language}">${escapeText(m.help_site_untranslated({}, locale))}</p>` : '',
    // The first paragraph is the summary of the page.
    page.html.replace('</p>\n', () => `</p>\n${onThisPage(page, language)}`),
    '</article>',
    beforeAndAfter(page, options),
  ])
}

/** Shown instead of a page that doesn't exist or requires a sign-in. */
export function noticeHtml(kind: 'not_found' | 'closed', options: LayoutOptions): string {
  const locale = { locale: options.language }
  const words =
    kind === 'closed'
      ? {
          title: m.help_site_closed_title({}, locale),
          text: m.help_site_closed_text({}, locale),
          label: m.help_site_closed_button({}, locale),
          // Opens outside of the console's panel.
          link: `href="/home/" target="_top"`,
        }
      : {
          title: m.help_site_not_found_title({}, locale),
          text: m.help_site_not_found_text({}, locale),
          label: m.help_site_not_found_home({}, locale),
          link: `href="${options.base}home"`,
        }
  return frame(words.title, undefined, options, [
    `<article><h1>${escapeText(words.title)}</h1>`,
    `<p>${escapeText(words.text)}</p>`,
    `<p><a ${words.link}>${escapeText(words.label)}</a></p></article>`,
  ])
}

function frame(title: string, current: string | undefined, options: LayoutOptions, main: readonly string[]): string {
  const { language, base, style, script } = options
  const locale = { locale: language }
  const site = escapeText(m.help_site_name({}, locale))
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)} · ${site}</title>
<script>${script}</script>
<link rel="stylesheet" href="${base}assets/${style}">
<link rel="icon" type="image/svg+xml" href="/home/favicon.svg">
</head>
<body>
<a class="skip" href="#page">${escapeText(m.help_site_skip({}, locale))}</a>
<header aria-label="${site}"><a class="brand" href="${base}home">${site}</a><a class="all" href="#contents">${escapeText(m.help_site_contents({}, locale))}</a></header>
<div class="columns">
<main id="page" tabindex="-1" aria-label="${escapeText(title)}">
${main.filter(Boolean).join('\n')}
</main>
${contents(current, options)}
</div>
</body>
</html>
`
}

/** All pages by section. In a narrow window the list follows the page, and the header links to it. */
function contents(current: string | undefined, { language, base, pages }: LayoutOptions): string {
  const locale = { locale: language }
  const entry = (name: string): string => {
    const page = pages.get(name)
    if (!page) return ''
    const foreign = page.language === language ? '' : ` lang="${page.language}"`
    return `<li><a href="${base}${name}"${foreign}${name === current ? ' aria-current="page"' : ''}>${escapeText(page.title)}</a></li>`
  }
  const parts = sections.map(
    (section) => `<h2>${escapeText(section.title({}, locale))}</h2><ul>${section.pages.map((name) => entry(name)).join('')}</ul>`,
  )
  return `<nav id="contents" aria-label="${escapeText(m.help_site_contents({}, locale))}">${parts.join('\n')}</nav>`
}

/** Short pages don't need a table of contents. */
function onThisPage({ headings }: HelpPage, language: Language): string {
  if (headings.length < 3) return ''
  const title = escapeText(m.help_site_on_this_page({}, { locale: language }))
  const entries = headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
  return `<nav class="here" aria-label="${title}"><p lang="${language}">${title}</p><ul>${entries.join('')}</ul></nav>`
}

function beforeAndAfter(page: SitePage, { language, base, pages }: LayoutOptions): string {
  const locale = { locale: language }
  const at = pageNames.indexOf(page.name)
  const link = (name: string | undefined, rel: 'prev' | 'next', words: typeof m.help_site_next): string => {
    const found = name === undefined ? undefined : pages.get(name)
    return found ? `<a rel="${rel}" href="${base}${found.name}">${escapeText(words({ title: found.title }, locale))}</a>` : ''
  }
  const links = [link(pageNames[at - 1], 'prev', m.help_site_previous), link(pageNames[at + 1], 'next', m.help_site_next)]
  return `<nav class="around" aria-label="${escapeText(m.help_site_pages({}, locale))}">${links.join('')}</nav>`
}
