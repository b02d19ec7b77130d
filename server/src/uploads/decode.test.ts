import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode } from './decode.ts'

/** Decodes bytes that arrive in pieces of the given sizes. */
async function decoded(bytes: Uint8Array, sizes: readonly number[] = [bytes.length]) {
  async function* pieces() {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] || 1
      yield bytes.subarray(at, at + size)
      at += size
    }
  }
  const file = decode(pieces())
  let text = ''
  for await (const piece of file.text) text += piece
  return { text, encoding: file.encoding() }
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()

test('reads UTF-8, with or without a byte order mark', async () => {
  expect(await decoded(bytes('\uFEFFname\nZoë'))).toEqual({ text: 'name\nZoë', encoding: 'utf-8' })
  expect(await decoded(bytes('name\n山田'))).toEqual({ text: 'name\n山田', encoding: 'utf-8' })
  expect(await decoded(bytes(''))).toEqual({ text: '', encoding: 'utf-8' })
})

test.each(['', '\uFEFF'])('reads UTF-16 with the mark %j', async (mark) => {
  const text = 'email,givenName\nzoe@a.example,Zoë 😀'
  expect(await decoded(utf16le(mark + text))).toEqual({ text, encoding: 'utf-16le' })
  expect(await decoded(utf16be(mark + text))).toEqual({ text, encoding: 'utf-16be' })
})

test('reads Windows-1252', async () => {
  expect(await decoded(bytes('a\nJ', [0xf8], 'rn ', [0x80, 0x92]))).toEqual({ text: 'a\nJørn €’', encoding: 'windows-1252' })
})

const fault = (line: number, encoding: string) => ({ code: 'file_encoding_invalid', parameters: { line, encoding } })

test.each([
  ['an invalid byte after UTF-8', bytes('a\nZoë\nJ', [0xf8], 'rn'), fault(3, 'UTF-8')],
  ['half a character at the end', bytes('a\nZoë\n', [0xe5, 0xb1]), fault(3, 'UTF-8')],
  ['UTF-8 after Windows-1252', bytes('a\nJ', [0xf8], 'rn\n\nZoë'), fault(4, 'Windows-1252')],
  ['a byte that neither has', bytes('a\n', [0x81]), fault(2, 'UTF-8')],
  ['a byte that Windows-1252 does not have', bytes('a\nJ', [0xf8], 'rn\n', [0x9d]), fault(3, 'Windows-1252')],
  ['a zero byte', bytes('email,givenName\n', [0]), fault(2, 'UTF-8')],
  ['half a pair in UTF-16', utf16le('\uFEFFa\n\ud83d b'), fault(2, 'UTF-16 LE')],
  ['an odd number of bytes in UTF-16', bytes([...utf16be('\uFEFFa\nb'), 0]), fault(2, 'UTF-16 BE')],
])('refuses %s, with its line', async (_, file, expected) => {
  await expect(decoded(file)).rejects.toMatchObject(expected)
  await expect(decoded(file, [1])).rejects.toMatchObject(expected)
})

test('reads the same however the bytes arrive', async () => {
  const text = fc
    .string({ unit: fc.constantFrom('a', ',', '\n', 'é', '’', '山', '😀'), maxLength: 1500 })
    .map((end) => `email,name\n${end}`)
  const encode = fc.constantFrom(
    (given: string): Buffer => Buffer.from(given),
    (given: string): Buffer => utf16le(`\uFEFF${given}`),
    (given: string): Buffer => utf16be(`\uFEFF${given}`),
  )
  await fc.assert(
    fc.asyncProperty(text, encode, fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), async (given, encoded, sizes) => {
      expect((await decoded(encoded(given), sizes)).text).toBe(given)
    }),
  )
})
