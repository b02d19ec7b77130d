import { expect, test } from 'vitest'
import type { ColumnHead } from './columns.ts'
import { isVisible, windowEm } from './isVisible.ts'
import { emptyLayout } from './layout.ts'

const widths = [20, 47.4, 47.5, 74.9, 75]
const shownAt = (column: ColumnHead, layout = emptyLayout) => widths.map((width) => isVisible(column, layout, width))

test('a column needs the width of its window, unless it is chosen', () => {
  const column: ColumnHead = { id: 'a', header: 'A', from: 'desktop' }
  expect(shownAt(column)).toEqual([false, false, false, false, true])
  expect(shownAt(column, { ...emptyLayout, columns: { a: true } })).toEqual(widths.map(() => true))
})

test('a column of desktops and cards is left out between them', () => {
  expect(shownAt({ id: 'a', header: 'A', from: 'desktopAndCards' })).toEqual([true, true, false, false, true])
})

test('with larger text, a window counts as a narrower one', () => {
  document.documentElement.style.fontSize = '16px'
  const width = windowEm()
  expect(width).toBe(innerWidth / 16)
  document.documentElement.style.fontSize = '32px'
  expect(windowEm()).toBe(width / 2)
  document.documentElement.removeAttribute('style')
})
