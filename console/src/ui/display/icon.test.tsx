import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawn, type Shape } from '../../../build/icons.ts'
import { icon } from './icon.tsx'

const path = (...shapes: Shape[]) => drawn(shapes).lines

test('merges shapes into one path', () => {
  expect(path(['path', { d: 'M5 12h14', key: 'a' }], ['line', { x1: '19', x2: '19', y1: '8', y2: '14' }])).toBe('M5 12h14M19 8L19 14')
  expect(path(['circle', { cx: '11', cy: '11', r: '8' }])).toBe('M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z')
  expect(path(['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }])).toBe('M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0z')
  expect(path(['polyline', { points: '4 17 10 11' }], ['polygon', { points: '1 1 2 2 3 1' }])).toBe('M4 17 10 11M1 1 2 2 3 1z')
})

test('rounds corners where the rectangle has a radius', () => {
  expect(path(['rect', { x: '2', y: '3', width: '20', height: '5' }])).toBe('M2 3h20v5h-20z')
  expect(path(['rect', { x: '2', y: '3', width: '20', height: '5', rx: '1' }])).toBe(
    'M3 3h18a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-18a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1z',
  )
})

test('keeps the start of a path that begins with a relative command', () => {
  expect(path(['path', { d: 'M12 19V5' }], ['path', { d: 'm5 12 7-7 7 7' }])).toBe('M12 19V5M0 0m5 12 7-7 7 7')
})

test('puts filled shapes in a separate path', () => {
  const shapes: Shape[] = [
    ['path', { d: 'M1 1h2' }],
    ['circle', { cx: '16.5', cy: '7.5', r: '.5', fill: 'currentColor' }],
  ]
  expect(drawn(shapes)).toEqual({ lines: 'M1 1h2', filled: 'M16 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z' })
})

test('rejects what a path cannot express instead of dropping it', () => {
  expect(() => path(['circle', { cx: '1', cy: '1', r: '1', opacity: '0.5' }])).toThrow('<circle opacity>')
  expect(() => path(['path', { d: 'M1 1h2', fill: 'red' }])).toThrow('<path red>')
  expect(() => path(['text', {}])).toThrow('<text')
})

test('hides an icon from assistive technology unless it has a name', () => {
  const Plus = icon('M5 12h14M12 5v14')
  const { container } = render(<Plus className="large" />)
  const svg = container.querySelector('svg')
  expect(svg?.getAttribute('aria-hidden')).toBe('true')
  expect(svg?.getAttribute('class')).toBe('icon large')
  render(<Plus aria-label="becomes" />)
  expect(screen.getByLabelText('becomes').hasAttribute('aria-hidden')).toBe(false)
})
