import type { FieldFault } from '@steward/contract/errors'
import { withoutFormulaGuard } from '../../exports/csv.ts'
import { reasonColumns } from '../../exports/rejected-file.ts'
import { escaped } from '../../uploads/copy-rows.ts'
import { type HeaderFault, matchHeader } from '../../uploads/csv-records.ts'

/** Checks the lines of a file of rates, and writes them as rows of the table that they are copied into (`staging.ts`). */

export const rateColumns = ['currencyCode', 'asOfDate', 'exchangeRate'] as const

const columns = {
  headers: { currencycode: 'currencyCode', asofdate: 'asOfDate', exchangerate: 'exchangeRate' },
  required: rateColumns,
  ignored: new Set<string>(reasonColumns),
} as const

/** Why a line is refused. */
export interface Refusal {
  /** The cells of `rateColumns`; undefined if the fault is of the file rather than of a rate. */
  cells?: string[]
  faults: FieldFault[]
}

interface KnownCurrency {
  /** As COPY reads it. */
  text: string
  isActive: boolean
  isAnchor: boolean
}

export interface LineChecker {
  /** The row of the next line, the header being the first. Empty for a correct header. */
  rowOf(line: number, cells: readonly string[]): string
  /** The row of something that is wrong with the file. */
  refuse(line: number, refusal: Refusal): string
  /** Lines with rates so far. */
  readonly rowCount: number
  /** Refused lines so far, without duplicates. */
  readonly refusedCount: number
  /** The keys of the lines are in their order, so that none is there twice. */
  readonly isSorted: boolean
}

const decimal = /^(?=.*[1-9])\d{1,18}(?:\.\d{1,18})?$/
const one = /^0*1(?:\.0*)?$/
/** Days that are remembered as valid. */
const rememberedDays = 50_000

export function createLineChecker(
  currencies: readonly { currency_code: string; is_active: boolean }[],
  anchorCurrencyCode: string,
): LineChecker {
  const known = new Map<string, KnownCurrency>(
    currencies.map(({ currency_code: code, is_active: isActive }) => [
      code,
      { text: escaped(code), isActive, isAnchor: code === anchorCurrencyCode },
    ]),
  )
  const days = new Set<string>()
  let places: { code: number; day: number; rate: number; count: number } | undefined
  let rowCount = 0
  let refusedCount = 0
  let isSorted = true
  let lastCode = ''
  let lastDay = ''

  function currencyOf(cell: string): KnownCurrency | undefined {
    const currency = known.get(cell)
    if (currency) return currency
    // As files of other systems and spreadsheets write it.
    const found = known.get(withoutFormulaGuard(cell).normalize().toUpperCase())
    if (found) known.set(cell, found)
    return found
  }

  function isKnownDay(cell: string): boolean {
    if (days.has(cell)) return true
    if (!isDay(cell)) return false
    if (days.size < rememberedDays) days.add(cell)
    return true
  }

  function refuse(line: number, refusal: Refusal): string {
    refusedCount++
    return `${line}\t\t\t\t${escaped(JSON.stringify(refusal))}\n`
  }

  function readHeader(line: number, cells: readonly string[]): string {
    const header = matchHeader(cells, columns)
    const place = (column: (typeof rateColumns)[number]) => header.columns.indexOf(column)
    places = { code: place('currencyCode'), day: place('asOfDate'), rate: place('exchangeRate'), count: cells.length }
    return header.faults.length > 0 ? refuse(line, { faults: header.faults.map(headerFault) }) : ''
  }

  function rowOf(line: number, cells: readonly string[]): string {
    if (!places) return readHeader(line, cells)
    rowCount++
    const [code = '', day = '', rate = ''] = [cells[places.code], cells[places.day], cells[places.rate]]
    const currency = currencyOf(code)
    if (
      currency?.isActive &&
      isKnownDay(day) &&
      decimal.test(rate) &&
      cells.length <= places.count &&
      (!currency.isAnchor || one.test(rate))
    ) {
      if (currency.text < lastCode || (currency.text === lastCode && day <= lastDay)) isSorted = false
      lastCode = currency.text
      lastDay = day
      return `${line}\t${currency.text}\t${day}\t${rate}\t\n`
    }
    const values = [code, day, rate]
    if (cells.length > places.count) return refuse(line, { cells: values, faults: [{ field: '', code: 'upload_malformed' }] })
    return refuse(line, { cells: values, faults: faultsOf(values, currency) })
  }

  return {
    rowOf,
    refuse,
    get rowCount() {
      return rowCount
    },
    get refusedCount() {
      return refusedCount
    },
    get isSorted() {
      return isSorted
    },
  }
}

const headerFault = ({ kind, name }: HeaderFault): FieldFault => ({ field: '', code: `upload_column_${kind}`, parameters: { name } })

function faultsOf([code = '', day = '', rate = '']: readonly string[], currency: KnownCurrency | undefined): FieldFault[] {
  const faults: FieldFault[] = []
  const currencyCode = code.slice(0, 32)
  if (code === '') faults.push({ field: 'currencyCode', code: 'required' })
  else if (!currency) faults.push({ field: 'currencyCode', code: 'currency_unknown', parameters: { currencyCode } })
  else if (!currency.isActive) faults.push({ field: 'currencyCode', code: 'currency_inactive', parameters: { currencyCode } })
  if (day === '') faults.push({ field: 'asOfDate', code: 'required' })
  else if (!isDay(day)) faults.push({ field: 'asOfDate', code: 'day_invalid' })
  if (rate === '') faults.push({ field: 'exchangeRate', code: 'required' })
  else if (!decimal.test(rate)) faults.push({ field: 'exchangeRate', code: 'rate_invalid' })
  else if (currency?.isAnchor && !one.test(rate)) faults.push({ field: 'exchangeRate', code: 'anchor_rate_not_one' })
  return faults
}

/** A day as `2026-06-30`, of the years 1 to 9999. */
function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days
}
