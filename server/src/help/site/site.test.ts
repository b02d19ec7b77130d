import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, describe, it } from 'vitest'
import { languages } from '@steward/contract/languages'
import { helpPageOfRoute } from '@steward/contract/rules/help-pages'
import { consoleRoutes } from '@steward/contract/rules/routes'
import { makeTemporaryDirectory } from '../../testing/temporary.ts'
import { loadAssets } from './assets.ts'
import { pageNames } from './contents.ts'
import { pageHtml } from './layout.ts'
import { renderPage } from './render.ts'
import { sitePages, sourcesRoot } from './serve.ts'

const pages = sitePages('en')

it('has a page for every route of the console', () => {
  const explained = new Set(pageNames)
  expect(consoleRoutes.map((route) => helpPageOfRoute(route.path)).filter((page) => !explained.has(page))).toEqual([])
})

it('lists every page once, and omits none', () => {
  expect(pageNames.toSorted()).toEqual([...new Set(pageNames)].sort())
  for (const language of languages.filter((one) => existsSync(join(sourcesRoot, one)))) {
    const files = readdirSync(join(sourcesRoot, language), { recursive: true, encoding: 'utf8' })
    const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length))
    expect(names.filter((name) => !pageNames.includes(name))).toEqual([])
  }
})

describe.each(languages)('in %s', (language) => {
  const translated = sitePages(language)
  const anchors = new Map(
    [...translated].map(([name, page]) => [name, new Set([...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  )

  it.each(pageNames)('%s only has links that work', (name) => {
    const broken = translated
      .get(name)
      ?.links.filter(({ page, anchor }) => !translated.has(page) || (anchor !== undefined && !anchors.get(page)?.has(anchor)))
    expect(broken).toEqual([])
  })

  it.each(pageNames)('%s is short, and starts with the purpose of its page', (name) => {
    const page = translated.get(name)
    expect(page?.html).toMatch(/^<p>/)
    expect(page?.html.replaceAll(/<[^>]+>/g, '').split(/\s+/).length).toBeLessThan(520)
    // Duplicate headings would share an anchor.
    expect(page?.headings.map(({ id }) => id)).toEqual([...new Set(page?.headings.map(({ id }) => id))])
  })
})

it('shows an untranslated page in English, and says so', () => {
  const root = makeTemporaryDirectory('steward-help-')
  for (const name of pageNames) {
    mkdirSync(join(root, 'en', name, '..'), { recursive: true })
    writeFileSync(join(root, 'en', `${name}.md`), '# English\n\nWords.\n')
  }
  mkdirSync(join(root, 'de'))
  writeFileSync(join(root, 'de', 'home.md'), '# Willkommen\n\nWorte.\n')
  const german = sitePages('de', root)
  rmSync(root, { recursive: true })
  const options = { language: 'de' as const, base: '/help/site/', style: 'x.css', script: '', pages: german }
  const [home, launchpad] = ['home', 'launchpad'].map((name) => {
    const page = german.get(name)
    return page ? pageHtml(page, options) : ''
  })
  expect(home).toContain('<h1>Willkommen</h1>')
  expect(home).not.toContain('<article lang=')
  expect(launchpad).toContain('<article lang="en">')
  expect(launchpad).toContain('<a href="/help/site/launchpad" lang="en" aria-current="page">English</a>')
})

it('escapes titles, and links to pages', () => {
  const page = renderPage(
    '# Fish & <chips>\n\nSee [that](../b/c.md#more) or [out](https://example.org/).\n\n## A & B\n',
    'a/page',
    '/help/site/',
  )
  const html = pageHtml({ ...page, name: 'a/page', language: 'en' }, { language: 'en', base: '/help/site/', style: '', script: '', pages })
  expect(html).toContain('<h1>Fish &amp; &lt;chips&gt;</h1>')
  expect(page.html).toContain('<a href="/help/site/b/c#more">that</a> or <a href="https://example.org/">out</a>')
  expect(page.links).toEqual([{ page: 'b/c', anchor: 'more' }])
  expect(page.headings).toEqual([{ id: 'a-b', text: 'A &amp; B' }])
})

it('refuses a source without a title', () => {
  expect(() => renderPage('Words.\n', 'untitled', '/')).toThrow('The help page untitled does not begin with a title.')
})

it("uses the console's styles and fonts, with hashed names", () => {
  const { files, style } = loadAssets()
  expect(style).toMatch(/^help-\w{8}\.css$/)
  const sheet = files.get(style)?.content.toString() ?? ''
  expect(sheet).toContain('--accent:')
  const fonts = [...sheet.matchAll(/url\('([^']+)'\)/g)].map(([, name]) => name)
  expect(fonts.length).toBeGreaterThan(5)
  for (const font of fonts) expect(files.get(font ?? '')?.type).toBe('font/woff2')
})
