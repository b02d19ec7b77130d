import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/specification.md', root), 'utf8')

interface Row {
  section: string
  rule: string
  code: string
  held: string
}

const rows: Row[] = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (section|---)/.test(line))
  .map((line) => {
    const [section = '', rule = '', code = '', held = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return { section, rule, code, held }
  })

/** The files in a cell; empty if the part isn't built yet. */
const filesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

describe('docs/specification.md', () => {
  test('has a row for each section', () => {
    expect([...new Set(rows.map((row) => row.section))].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  test.each(rows)('$section $rule', ({ code, held }) => {
    const named = [...filesIn(code), ...filesIn(held)]
    for (const file of named) expect(existsSync(fileURLToPath(new URL(file, root))), `${file} exists`).toBe(true)
    // A part that isn't built yet names no files, and says which part brings it.
    if (named.length === 0) expect(code).toMatch(/^comes with \S/)
    else for (const file of filesIn(held)) expect(file).toMatch(/\.(test|spec)\.tsx?$|^bench\//)
    expect(filesIn(held).length > 0).toBe(filesIn(code).length > 0)
  })
})
