import { expect, test } from 'vitest'
import type { ColumnHead } from './columns.ts'
import { isVisible } from './isVisible.ts'
import { emptyLayout } from './layout.ts'

const widths = [320, 759, 760, 1_199, 1_200]
const shownAt = (column: ColumnHead, layout = emptyLayout) => widths.map((width) => isVisible(column, layout, width))

test('a column needs the width of its window, unless it is chosen', () => {
  const column: ColumnHead = { id: 'a', header: 'A', from: 'desktop' }
  expect(shownAt(column)).toEqual([false, false, false, false, true])
  expect(shownAt(column, { ...emptyLayout, columns: { a: true } })).toEqual(widths.map(() => true))
})

test('a column of desktops and cards is left out between them', () => {
  expect(shownAt({ id: 'a', header: 'A', from: 'desktopAndCards' })).toEqual([true, true, false, false, true])
})
