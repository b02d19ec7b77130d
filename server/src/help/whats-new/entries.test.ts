import { describe, expect, test } from 'vitest'
import { baseLanguage, languages } from '@steward/contract/languages'
import { type Entry, entryNames, orderOf, parseEntry, readEntries } from './entries.ts'

/** What a translation has in common with its original. */
const outlineOf = ({ entryId, date, page, blocks }: Entry) => ({
  entryId,
  date,
  page,
  blocks: blocks.map(({ kind, items }) => [kind, items.length]),
})

describe('what is new', () => {
  const original = readEntries(baseLanguage)

  test.each(languages)('has the same entries in %s', (language) => {
    expect(entryNames(language)).toEqual(entryNames(baseLanguage))
    const entries = readEntries(language)
    expect(entries.map((entry) => entry.language)).toEqual(original.map(() => language))
    expect(entries.map(outlineOf)).toEqual(original.map(outlineOf))
  })

  test('is in the order of days, newest first, and fits the panel', () => {
    const orders = original.map(orderOf)
    expect(orders).toEqual(orders.toSorted().toReversed())
    // As the column of the database.
    for (const order of orders) expect(order).toMatch(/^\d{4}-\d\d-\d\d [a-z0-9-]{1,60}$/)
    expect(original.length).toBeGreaterThan(3)
  })

  test('is Markdown of which paragraphs, lists and emphasis are shown', () => {
    const source =
      '---\ndate: 2026-11-23\n---\n\n# Tags & more\n\nUse **tags**, *now*\nwith `a < b`, it’s “R&D”.\n\n- One\n- **Two** rows\n'
    expect(parseEntry(source)).toEqual({
      date: '2026-11-23',
      page: null,
      title: 'Tags & more',
      blocks: [
        {
          kind: 'paragraph',
          items: [
            [
              { style: 'plain', text: 'Use ' },
              { style: 'strong', text: 'tags' },
              { style: 'plain', text: ', ' },
              { style: 'emphasis', text: 'now' },
              { style: 'plain', text: ' with ' },
              { style: 'code', text: 'a < b' },
              { style: 'plain', text: ', it’s “R&D”.' },
            ],
          ],
        },
        {
          kind: 'list',
          items: [
            [{ style: 'plain', text: 'One' }],
            [
              { style: 'strong', text: 'Two' },
              { style: 'plain', text: ' rows' },
            ],
          ],
        },
      ],
    })
  })

  test.each([
    ['# No front matter\n\nText'],
    ['---\ndate: 2026-11-23\n---\n\nNo title'],
    ['---\ndate: 23 November\n---\n\n# Title\n\nText'],
    ['---\ndate: 2026-11-23\nauthor: me\n---\n\n# Title\n\nText'],
    ['---\ndate: 2026-11-23\npage: /nowhere\n---\n\n# Title\n\nText'],
    ['---\ndate: 2026-11-23\n---\n\n# Title\n\n## A heading'],
    ['---\ndate: 2026-11-23\n---\n\n# Title\n\nA [link](https://company.example)'],
    ['---\ndate: 2026-11-23\n---\n\n# Title\n\n<script>alert(1)</script>'],
  ])('refuses %j', (source) => {
    expect(() => parseEntry(source)).toThrow(/It needs|It has|Invalid ISO date|Unrecognized key|isn’t a page/)
  })
})
