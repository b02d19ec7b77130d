import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import { liveClientMessage } from './live-schemas.ts'
import { settingSchemas } from './rules/settings-schemas.ts'
import { stringPlaces } from './testing/string-places.ts'
import { documentText, exactText, httpAddress, keyText, lineText, multilineText, nameText, searchText, secretText } from './text.ts'

const accepts = (schema: z.ZodType, text: string) => schema.safeParse(text).success

/** Of several lengths, so that none is refused for its length alone; with the prefixes of common formats. */
const withNul = [
  '',
  'https://company.example/',
  'ada@company.example',
  '2026-03-14T09:26:53.589Z',
  '/',
  '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
].flatMap((start) => [0, 1, 7, 20, 40, 63, 86].flatMap((length) => [`${start}${'a'.repeat(length)}\0`, `${start}\0${'a'.repeat(length)}`]))

describe('every text in a request', () => {
  const declared = [...endpoints.values()].flatMap(({ id, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      stringPlaces(schema).map(({ path, schema: decides }) => [`${id} ${[part, ...path].join('.')}`, decides] as const),
    ),
  )
  const settings = Object.values(settingSchemas).flatMap((level) =>
    Object.entries(level).flatMap(([key, schema]) =>
      stringPlaces(schema).map(({ path, schema: decides }) => [`setting ${[key, ...path].join('.')}`, decides] as const),
    ),
  )
  const live = stringPlaces(liveClientMessage).map(({ path, schema }) => [`live ${path.join('.')}`, schema] as const)

  test.each([...declared, ...settings, ...live])('%s refuses a NUL', (_, schema) => {
    expect(withNul.filter((text) => z.safeParse(schema, text).success)).toEqual([])
  })

  test('is covered in more than 200 places', () => expect(declared.length).toBeGreaterThan(200))
})

describe('the text types', () => {
  const types = {
    nameText: nameText(20),
    lineText: lineText(20),
    multilineText: multilineText(20),
    searchText: searchText(20),
    keyText: keyText(20),
    exactText: exactText(20),
  }

  test.each(Object.entries(types))('%s refuses control, bidirectional and broken characters', (_, type) => {
    const refused = ['\0', '\u0007', '\u007F', '\u0085', '\u2028', '\u2029', '\u202A', '\u202E', '\u2066', '\u2069', '\uD800', '\uDC00']
    expect(refused.filter((character) => accepts(type, `a${character}b`))).toEqual([])
    expect(type.safeParse('a\0b').error?.issues).toMatchObject([{ code: 'custom', params: { code: 'invalid_characters' } }])
  })

  test.each(Object.entries(types))('%s accepts every script and emoji, up to its length', (_, type) => {
    expect(['Zoë', '東京', 'Ελένη', 'محمد', '🙂', 'a'.repeat(20)].filter((text) => !accepts(type, text))).toEqual([])
    expect(accepts(type, 'a'.repeat(21))).toBe(false)
  })

  test('names refuse invisible characters', () => {
    const invisible = ['\u200B', '\u200D', '\u200E', '\u200F', '\u2060', '\uFEFF', '\u00AD']
    expect(invisible.filter((character) => accepts(types.nameText, `a${character}b`))).toEqual([])
    expect(accepts(types.lineText, 'a\u200Db')).toBe(true)
    expect(accepts(types.nameText, ' ')).toBe(false)
  })

  test('only multi-line text accepts line feeds and tabs', () => {
    expect(types.multilineText.parse(' a\r\n\tb\r ')).toBe('a\n\tb')
    expect(Object.entries(types).flatMap(([name, type]) => (accepts(type, 'a\nb') ? [name] : []))).toEqual(['multilineText'])
  })

  test('text that is not compared exactly is in normalization form C', () => {
    const normalized = Object.entries(types).filter(([, type]) => type.parse('Zoe\u0308') === 'Zoë')
    expect(normalized.map(([name]) => name)).toEqual(['nameText', 'lineText', 'multilineText', 'searchText', 'keyText'])
  })

  test('secrets and documents are not changed', () => {
    for (const type of [secretText(20), documentText()]) {
      expect(type.parse(' a\u202E\r\n ')).toBe(' a\u202E\r\n ')
      expect(accepts(type, 'a\0')).toBe(false)
      expect(accepts(type, '\uD800')).toBe(false)
    }
    expect(accepts(secretText(20), '')).toBe(false)
  })

  test('URLs must be HTTP', () => {
    expect(accepts(httpAddress(), 'https://login.company.example/metadata')).toBe(true)
    expect(['ftp://x.example', 'https://x.example/\0', 'x'].filter((text) => accepts(httpAddress(), text))).toEqual([])
  })
})
