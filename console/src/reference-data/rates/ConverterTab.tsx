import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResponseOf } from '@steward/contract/http'
import type { convertAmount } from '@steward/contract/reference-data/rates'
import type { ExchangeRate } from '@steward/contract/reference-data/rates-schemas'
import { formatDecimal, plainNumber, shownNumber } from '../../i18n/decimals.ts'
import { problemMessage } from '../../api/problem.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { EmptyState, SkeletonLines } from '../../ui/display/states.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useDebounced } from '../../ui/form/useDebounced.ts'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { useVintage, type VintageKey } from '../vintages/queries.ts'
import { isAmount } from './amount.ts'
import { formatAsOf } from './asOf.ts'
import { AsOfField } from './AsOfField.tsx'
import css from './ConverterTab.module.css'
import { pairOf } from './pair.ts'
import { PairFields } from './PairFields.tsx'
import { conversionQuery, useVintageCurrencies } from './queries.ts'
import { converterSearch, type ConverterSearch } from './search.ts'

const defaultAmount = '100'

/** The amount that someone typed, as the server takes it; undefined for what it refuses. */
function amountOf(typed: string): string | undefined {
  const number = plainNumber(typed)
  return number !== undefined && isAmount(number) ? number : undefined
}

/** Converts an amount, and says by which rates. */
export function ConverterTab({ search, ...key }: VintageKey & { search: ConverterSearch }) {
  const vintage = useVintage(key)
  const currencies = useVintageCurrencies(key)
  const change = useSearchChange(converterSearch)
  const [amount, setAmount] = useState(() => shownNumber(search.amount ?? defaultAmount))
  if (currencies === undefined || vintage === undefined) return <SkeletonLines count={6} />
  const pair = pairOf(search, currencies)
  if (pair === undefined) return <EmptyState title={m.rates_empty_title()}>{m.rates_history_empty()}</EmptyState>
  const number = amountOf(amount)
  return (
    <div className={css.tab}>
      <div className={css.fields}>
        <TextField
          label={m.rates_amount()}
          inputMode="decimal"
          autoComplete="off"
          className={css.amount}
          value={amount}
          error={number === undefined ? m.rates_amount_invalid() : undefined}
          onChange={(event) => {
            setAmount(event.target.value)
            const typed = amountOf(event.target.value)
            if (typed !== undefined) change({ amount: typed === defaultAmount ? undefined : typed })
          }}
        />
        <PairFields currencies={currencies} from={pair.from} to={pair.to} onChange={change} />
        <AsOfField value={search.asOf} first={vintage.firstAsOfDate} last={vintage.lastAsOfDate} onChange={(asOf) => change({ asOf })} />
      </div>
      {number === undefined ? null : <Result vintageKey={key} amount={number} from={pair.from} to={pair.to} asOf={search.asOf} />}
    </div>
  )
}

interface Asked {
  amount: string
  from: string
  to: string
  asOf: string | undefined
}

function Result({ vintageKey, ...asked }: Asked & { vintageKey: VintageKey }) {
  const amount = useDebounced(asked.amount)
  const query = useQuery(conversionQuery(vintageKey, { ...asked, amount }))
  const { data, error } = query
  return (
    <div role="status" className={css.result} aria-busy={query.isFetching}>
      {error ? (
        <Callout tone="warning">{problemMessage(error, m.rates_error_convert())}</Callout>
      ) : data === undefined ? (
        <SkeletonLines count={3} />
      ) : (
        <Answer answer={data} />
      )}
    </div>
  )
}

function Answer({ answer }: { answer: ResponseOf<typeof convertAmount> }) {
  const { rate, steps } = answer
  const amount = formatDecimal(answer.amount)
  const result = formatDecimal(answer.result)
  return (
    <>
      <p className={css.answer}>
        <span className={css.asked}>
          {amount} {rate.fromCurrencyCode} ={' '}
        </span>
        <strong>
          {result} {rate.toCurrencyCode}
        </strong>{' '}
        <CopyButton value={answer.result} label={m.rates_copy_result()} />
      </p>
      <h2 className={css.heading}>{m.rates_steps()}</h2>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <li key={index}>{givenText(step)}</li>
        ))}
        {rate.isDerived ? (
          <li>{m.rates_step_derived({ from: rate.fromCurrencyCode, to: rate.toCurrencyCode, rate: formatDecimal(rate.exchangeRate) })}</li>
        ) : null}
        <li>{m.rates_step_result({ amount, from: rate.fromCurrencyCode, result, to: rate.toCurrencyCode })}</li>
      </ol>
      {rate.isDerived ? <p className={css.note}>{m.rates_step_rounding()}</p> : null}
    </>
  )
}

const givenText = (step: ExchangeRate): string =>
  m.rates_step_given({
    from: step.fromCurrencyCode,
    to: step.toCurrencyCode,
    rate: formatDecimal(step.exchangeRate),
    date: formatAsOf(step.asOfDate),
  })
