import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('layouts change with the size of text: no width or height of a query is in px', () => {
  const files = globSync(join(import.meta.dirname, '../**/*.css'))
  expect(files.length).toBeGreaterThan(100)
  const queries = files.flatMap((file) => readFileSync(file, 'utf8').match(/@(?:media|container)[^{]+/g) ?? [])
  expect(queries.length).toBeGreaterThan(50)
  expect(queries.filter((query) => query.includes('px'))).toEqual([])
})
