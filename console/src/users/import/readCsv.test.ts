import { expect, test } from 'vitest'
import { readCsv } from './readCsv.ts'

const file = (...bytes: number[]) => new Blob([new Uint8Array(bytes)])

test('reads UTF-8, with or without a byte order mark', async () => {
  expect(await readCsv(file(0xc3, 0x89, 0x6c))).toEqual({ text: 'Él', encoding: 'utf-8' })
  expect(await readCsv(file(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: 'a', encoding: 'utf-8' })
})

test('reads what Excel calls Unicode text', async () => {
  expect(await readCsv(file(0xff, 0xfe, 0xc9, 0x00))).toEqual({ text: 'É', encoding: 'utf-16le' })
  expect(await readCsv(file(0xfe, 0xff, 0x00, 0xc9))).toEqual({ text: 'É', encoding: 'utf-16be' })
})

test('falls back to the Windows encoding if the file isn’t UTF-8', async () => {
  expect(await readCsv(file(0x4a, 0xf8, 0x72, 0x6e))).toEqual({ text: 'Jørn', encoding: 'windows-1252' })
})
