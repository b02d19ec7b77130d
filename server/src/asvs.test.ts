import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const states = new Set(['Met', 'Partly', 'Not met', 'Does not apply'])

const rows = readFileSync(new URL('docs/asvs.md', root), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', requirement = '', state = '', how = '', tests = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return { number, requirement, state, how, tests: [...tests.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '') }
  })

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0 has (https://github.com/OWASP/ASVS/tree/master/5.0). */
const counts = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

describe('docs/asvs.md', () => {
  test('has each requirement of levels 1 and 2 once, in order', () => {
    const numbers = rows.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(counts.map((_, index) => numbers.filter((number) => number.startsWith(`${index + 1}.`)).length)).toEqual(counts)
  })

  test('says for each how it is met, or why not', () => {
    for (const { number, state, how } of rows) expect([number, states.has(state), how !== '']).toEqual([number, true, true])
  })

  test('counts the states in its first lines', () => {
    const text = readFileSync(new URL('docs/asvs.md', root), 'utf8').replaceAll('\n', ' ')
    const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length
    expect(text).toContain(
      `${count('Met')} are met, ${count('Partly')} partly, ${count('Not met')} not yet, and ${count('Does not apply')} do not apply.`,
    )
  })

  test('names tests that exist', () => {
    for (const file of rows.flatMap(({ tests }) => tests)) {
      expect(file).toMatch(/\.(test|spec)\.tsx?$/)
      expect(existsSync(fileURLToPath(new URL(file, root))), `${file} exists`).toBe(true)
    }
  })
})
