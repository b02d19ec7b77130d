import type { ModelEntitlement } from '@steward/contract/licenses/schemas'
import type { listModelEntitlements } from '@steward/contract/licenses/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { modelSearchText } from '@steward/contract/rules/licenses'

/** In-memory search, filter and sort of a tenant's models: many rows with few distinct texts. */

/** Models in columns, in the default sort order; `text` is the searched text in lower case. */
export interface ModelColumns {
  products: { productCode: string; productName: string; text: string }[]
  areas: { continent: string; peril: string; text: string }[]
  product: Uint32Array
  area: Uint32Array
  /** Milliseconds since 1970. */
  start: Float64Array
  end: Float64Array
  ids: string[]
}

export interface Models extends ModelColumns {
  productTexts: SearchedTexts
  areaTexts: SearchedTexts
  /** The rows of each product, grouped by product; those of product `n` from `productStarts[n]` to `productStarts[n + 1]`. */
  productRows: Uint32Array
  productStarts: Uint32Array
  /** The number of rows per area. */
  areaTotals: Uint32Array
  /** Other sort orders, created on first use. */
  orders: Map<string, Order>
}

interface Order {
  /** Row numbers in order. */
  rows: Uint32Array
  /** The position of each row in that order. */
  places: Uint32Array
}

/** Texts in one string separated by line breaks, which a searched word can't contain, and their start positions. */
interface SearchedTexts {
  joined: string
  starts: Uint32Array
}

type Query = QueryOf<typeof listModelEntitlements>

/** Maximum search words; more don't fit the bits of a number. */
const mostWords = 30

/** What a search needs besides the columns. */
export function indexed(columns: ModelColumns): Models {
  const { products, areas, product, area } = columns
  const productStarts = new Uint32Array(products.length + 1)
  for (const one of product) productStarts[one + 1] = (productStarts[one + 1] ?? 0) + 1
  for (let one = 0; one < products.length; one++) productStarts[one + 1] = (productStarts[one + 1] ?? 0) + (productStarts[one] ?? 0)
  const next = productStarts.slice()
  const productRows = new Uint32Array(product.length)
  for (const [row, one] of product.entries()) {
    const place = next[one] ?? 0
    productRows[place] = row
    next[one] = place + 1
  }
  const areaTotals = new Uint32Array(areas.length)
  for (const one of area) areaTotals[one] = (areaTotals[one] ?? 0) + 1
  const texts = { productTexts: searchedTexts(products), areaTexts: searchedTexts(areas) }
  return { ...columns, ...texts, productRows, productStarts, areaTotals, orders: new Map() }
}

/** The condition on a row: every word in one of its texts, as bits, and an end date in this range. */
interface Wanted {
  all: number
  ofProduct: Uint32Array
  ofArea: Uint32Array
  endsAfter: number
  endsUntil: number
  isAnyTime: boolean
}

/** One page, and the total number of rows. */
export function pageOf(models: Models, { search, state, sort, limit, offset }: Query, now: number) {
  const words = [...new Set((search ?? '').toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, mostWords)
  const wanted: Wanted = {
    all: 2 ** words.length - 1,
    ofProduct: wordsIn(models.productTexts, words),
    ofArea: wordsIn(models.areaTexts, words),
    endsAfter: state === 'licensed' ? now : -Infinity,
    endsUntil: state === 'lapsed' ? now : Infinity,
    isAnyTime: state === undefined,
  }
  const page = { order: orderOf(models, sort.replace(/^-/, '')), isDescending: sort.startsWith('-'), limit, offset }
  const { rows, totalCount } = find(models, wanted, page)
  return { items: rows.map((row) => itemOf(models, row, now)), totalCount }
}

interface Page {
  order: Order | undefined
  isDescending: boolean
  limit: number
  offset: number
}

/** Checks as few rows as the words allow. */
function find(models: Models, wanted: Wanted, page: Page): { rows: number[]; totalCount: number } {
  const { all, ofProduct, ofArea, isAnyTime } = wanted
  const count = models.end.length
  if (all === 0 && isAnyTime) return { rows: onPage(page, 0, count), totalCount: count }
  if (all === 0) {
    const byEnd = orderOf(models, 'endDate')
    const [from, to] = placesWithin(models, byEnd, wanted)
    return { rows: page.order === byEnd ? onPage(page, from, to) : rowsOnPage(models, wanted, page), totalCount: to - from }
  }
  const isAreaEnough = ofArea.some((bits) => bits === all)
  const candidates = productsWith(models, ofProduct)
  if (!isAreaEnough && candidates.rows * 8 < count) {
    // Every matching row is of one of a few products.
    const rows = rowsOfProducts(models, candidates.products, wanted)
    const places = page.order?.places
    rows.sort((a, b) => (places === undefined ? a - b : (places[a] ?? 0) - (places[b] ?? 0)))
    if (page.isDescending) rows.reverse()
    return { rows: rows.slice(page.offset, page.offset + page.limit), totalCount: rows.length }
  }
  const totalCount =
    isAnyTime && candidates.products.length === 0
      ? models.areaTotals.reduce((sum, total, area) => (ofArea[area] === all ? sum + total : sum), 0)
      : countOf(models, wanted)
  return { rows: rowsOnPage(models, wanted, page), totalCount }
}

/** The products that contain one of the words, and their total number of rows. */
function productsWith({ productStarts }: Models, ofProduct: Uint32Array): { products: number[]; rows: number } {
  const products: number[] = []
  let rows = 0
  for (let product = 0; product < ofProduct.length; product++) {
    if (ofProduct[product] === 0) continue
    products.push(product)
    rows += (productStarts[product + 1] ?? 0) - (productStarts[product] ?? 0)
  }
  return { products, rows }
}

/** All matching rows of these products. */
function rowsOfProducts(models: Models, products: readonly number[], wanted: Wanted): number[] {
  const { productRows, productStarts } = models
  const rows: number[] = []
  for (const product of products) {
    for (let at = productStarts[product] ?? 0; at < (productStarts[product + 1] ?? 0); at++) {
      const row = productRows[at] ?? 0
      if (isWanted(models, row, wanted)) rows.push(row)
    }
  }
  return rows
}

/** The rows of one page; stops after the last one. */
function rowsOnPage(models: Models, wanted: Wanted, page: Page): number[] {
  const count = models.end.length
  const rows: number[] = []
  let toSkip = page.offset
  for (let place = 0; place < count && rows.length < page.limit; place++) {
    const row = rowAt(page, place, count)
    if (!isWanted(models, row, wanted)) continue
    if (toSkip > 0) toSkip--
    else rows.push(row)
  }
  return rows
}

const isWanted = ({ product, area, end }: Models, row: number, { all, ofProduct, ofArea, endsAfter, endsUntil }: Wanted): boolean => {
  if (((ofProduct[product[row] ?? 0] ?? 0) | (ofArea[area[row] ?? 0] ?? 0)) !== all) return false
  const endsAt = end[row] ?? 0
  return endsAt > endsAfter && endsAt <= endsUntil
}

/** Counts matching rows, two nanoseconds each. Inlined, because a call per row would take most of the time. */
function countOf({ product, area, end }: Models, { all, ofProduct, ofArea, endsAfter, endsUntil }: Wanted): number {
  let count = 0
  for (let row = 0; row < end.length; row++) {
    const has = (ofProduct[product[row] ?? 0] ?? 0) | (ofArea[area[row] ?? 0] ?? 0)
    const endsAt = end[row] ?? 0
    count += Number(has === all && endsAt > endsAfter && endsAt <= endsUntil)
  }
  return count
}

function rowAt({ order, isDescending }: Page, place: number, count: number): number {
  const position = isDescending ? count - 1 - place : place
  return order === undefined ? position : (order.rows[position] ?? 0)
}

/** A page of the rows in a range of an order. */
function onPage({ order, isDescending, limit, offset }: Page, from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(limit, to - from - offset)) }, (_, index) => {
    const place = isDescending ? to - 1 - offset - index : from + offset + index
    return order === undefined ? place : (order.rows[place] ?? 0)
  })
}

/** The range of the rows with these end dates, in the order of end dates. */
function placesWithin({ end }: Models, { rows }: Order, { endsAfter, endsUntil }: Wanted): [from: number, to: number] {
  const after = (time: number) => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((end[rows[middle] ?? 0] ?? 0) > time) high = middle
      else low = middle + 1
    }
    return low
  }
  return [after(endsAfter), after(endsUntil)]
}

function searchedTexts(texts: readonly { text: string }[]): SearchedTexts {
  let length = 0
  const starts = Uint32Array.from(texts, ({ text }) => {
    const start = length
    length += text.length + 1
    return start
  })
  return { joined: texts.map(({ text }) => text).join('\n'), starts }
}

/** The words in each text, as bits. Words contain no spaces, so each is within one of a row's texts or in none. */
function wordsIn({ joined, starts }: SearchedTexts, words: readonly string[]): Uint32Array {
  const found = new Uint32Array(starts.length)
  for (const [index, word] of words.entries()) {
    let text = 0
    for (let at = joined.indexOf(word); at >= 0; at = joined.indexOf(word, starts[text])) {
      while (text + 1 < starts.length && (starts[text + 1] ?? 0) <= at) text++
      found[text] = (found[text] ?? 0) | (1 << index)
      // One match is enough: skip to the next text.
      text++
      if (text === starts.length) break
    }
  }
  return found
}

/** The order of a sort; undefined for the default order. */
function orderOf(models: Models, sort: 'endDate'): Order
function orderOf(models: Models, sort: string): Order | undefined
function orderOf(models: Models, sort: string): Order | undefined {
  if (sort === 'productName') return undefined
  const made = models.orders.get(sort)
  if (made) return made
  const ranks = ranksOf(models, sort)
  const rows = Uint32Array.from(ranks, (_, row) => row).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b)
  const places = new Uint32Array(rows.length)
  for (const [place, row] of rows.entries()) places[row] = place
  const order = { rows, places }
  models.orders.set(sort, order)
  return order
}

/** A number for each row that determines its order. */
function ranksOf({ product, area, end, products, areas }: Models, sort: string): ArrayLike<number> {
  if (sort === 'endDate') return end
  if (sort === 'productCode') return Float64Array.from(product, ranked(products.map((one) => one.productCode)))
  return Float64Array.from(area, ranked(areas.map((one) => (sort === 'continent' ? one.continent : one.peril))))
}

/** From the index of a text to its rank among the distinct texts. */
function ranked(texts: string[]): (number: number) => number {
  const places = new Map([...new Set(texts)].toSorted().map((text, place) => [text, place]))
  const ranks = texts.map((text) => places.get(text) ?? 0)
  return (number) => ranks[number] ?? 0
}

function itemOf({ ids, product, area, start, end, products, areas }: Models, row: number, now: number): ModelEntitlement {
  const { productCode, productName } = products[product[row] ?? 0] ?? { productCode: '', productName: '' }
  const { continent, peril } = areas[area[row] ?? 0] ?? { continent: '', peril: '' }
  const endMs = end[row] ?? 0
  return {
    id: ids[row] ?? '',
    continent,
    productName,
    peril,
    productCode,
    startDate: new Date(start[row] ?? 0).toISOString(),
    endDate: new Date(endMs).toISOString(),
    licensed: endMs > now,
    searchText: modelSearchText({ continent, productName, peril, productCode }),
  }
}
