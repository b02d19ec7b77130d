import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FigureTable } from './FigureTable.tsx'

afterEach(cleanup)

test('latencies of a column have the same number of decimals, and none without calls', () => {
  const figures = { clientErrors: 0, serverErrors: 0 }
  render(
    <FigureTable
      label="By key"
      first="Key"
      rows={[
        { id: '1', name: 'Nightly load', calls: 1_200, p50: 8, p95: 12.6, p99: 130.25, ...figures },
        { id: '2', name: 'Never used', calls: 0, p50: null, p95: null, p99: null, ...figures },
      ]}
    />,
  )
  const cellsOf = (name: string) => [...(screen.getByRole('row', { name: new RegExp(name) }) as HTMLTableRowElement).cells].slice(4)
  expect(cellsOf('Nightly load').map((cell) => cell.textContent)).toEqual(['8.0 ms', '12.6 ms', '130.3 ms'])
  expect(cellsOf('Never used').map((cell) => cell.textContent)).toEqual(['–', '–', '–'])
})
