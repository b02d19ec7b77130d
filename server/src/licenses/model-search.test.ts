import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listModelEntitlementsQuery } from '@steward/contract/licenses/schemas'
import { type ModelColumns, indexed, pageOf } from './model-search.ts'

const now = 1_000
const products = ['Europe Flood HD', 'Japan Quake', 'Flood', 'Storm', 'US Wind HD', 'Cyber', 'Fire', 'Fire HD', 'Hail', 'Snow'].map(
  (productName, n) => ({
    productCode: `M-${n}`,
    productName,
    text: `${productName} M-${n}`.toLowerCase(),
  }),
)
const areas = ['Europe Flood', 'Asia Earthquake', 'Europe Wind', 'Asia Flood'].map((both) => {
  const [continent = '', peril = ''] = both.split(' ')
  return { continent, peril, text: both.toLowerCase() }
})

const columns: fc.Arbitrary<ModelColumns> = fc
  .array(
    fc.record({ product: fc.nat(products.length - 1), area: fc.nat(areas.length - 1), end: fc.integer({ min: now - 2, max: now + 2 }) }),
    {
      maxLength: 200,
      size: 'max',
    },
  )
  .map((rows) => ({
    products,
    areas,
    product: Uint32Array.from(rows, (row) => row.product),
    area: Uint32Array.from(rows, (row) => row.area),
    start: new Float64Array(rows.length),
    end: Float64Array.from(rows, (row) => row.end),
    ids: rows.map((_, index) => `${index}`),
  }))
const words = fc.constantFrom(
  '',
  'flood',
  'europe',
  'hd',
  'm-1',
  'europe hd',
  'flood asia',
  'o',
  'fire m-6',
  'none',
  'm-3 wind',
  'asia',
  'earthquake asia',
)
const sorts = fc.constantFrom(...(['productName', '-productName', 'endDate', '-endDate', 'peril', '-continent'] as const))

test('returns the same as a full scan, on every path', () => {
  const paging = fc.record({ limit: fc.integer({ min: 1, max: 70 }), offset: fc.nat(65) })
  fc.assert(
    fc.property(
      columns,
      words,
      sorts,
      fc.constantFrom(undefined, 'licensed' as const, 'lapsed' as const),
      paging,
      (all, search, sort, state, page) => {
        const query = listModelEntitlementsQuery.parse({ search: search || undefined, sort, state, ...page })
        const { items, totalCount } = pageOf(indexed(all), query, now)
        const expected = everyRow(all)
          .filter((row) => search.split(' ').every((word) => row.text.includes(word)))
          .filter((row) => state === undefined || row.end > now === (state === 'licensed'))
          .toSorted((a, b) => compare(a, b, sort))
        expect(totalCount).toBe(expected.length)
        expect(items.map((item) => item.id)).toEqual(expected.slice(page.offset, page.offset + page.limit).map((row) => row.id))
      },
    ),
    { numRuns: 500 },
  )
})

interface Row {
  id: string
  place: number
  end: number
  text: string
  peril: string
  continent: string
}

function everyRow({ ids, product, area, end }: ModelColumns): Row[] {
  return ids.map((id, place) => {
    const { continent = '', peril = '', text = '' } = areas[area[place] ?? 0] ?? {}
    return { id, place, end: end[place] ?? 0, text: `${products[product[place] ?? 0]?.text} ${text}`, peril, continent }
  })
}

function compare(a: Row, b: Row, sort: string): number {
  const field = sort.replace('-', '')
  const of = (row: Row) =>
    field === 'endDate' ? row.end : field === 'peril' ? row.peril : field === 'continent' ? row.continent : row.place
  const order = of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a.place - b.place
  return sort.startsWith('-') ? -order : order
}
