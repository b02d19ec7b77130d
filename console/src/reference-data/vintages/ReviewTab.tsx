import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp, GitCompareArrows } from 'lucide-react'
import { reviewedMovePercent } from '@steward/contract/reference-data/constants'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { isUnchanged, missingCount, type Comparison } from './comparison.ts'
import { Currencies } from './Currencies.tsx'
import { useEditReason } from '../schemes/permissions.ts'
import { MissingDates } from './MissingDates.tsx'
import { Moves } from './Moves.tsx'
import { PercentField } from './PercentField.tsx'
import { Publish } from './Publish.tsx'
import { comparisonQuery, useVintage, type VintageKey } from './queries.ts'
import { reviewSearch, type ReviewSearch } from './search.ts'
import css from './ReviewTab.module.css'

const path = '/reference-data/currencies/currency-schemes/$scheme/$version'
/** Bars in the picture of the largest moves. */
const shownMoves = 10

/** A draft beside the vintage published before, then the button that publishes it. */
export function ReviewTab({ search, ...key }: VintageKey & { search: ReviewSearch }) {
  const vintage = useVintage(key)
  const reason = useEditReason()
  if (vintage === undefined) return null
  const params = { scheme: key.scheme, version: key.vintage }
  if (vintage.status === 'Published') {
    return (
      <EmptyState
        title={m.vintages_review_published()}
        actions={
          <ButtonLink icon={<GitCompareArrows />} link={{ to: `${path}/compare`, params }}>
            {m.vintages_tab_compare()}
          </ButtonLink>
        }
      >
        {m.vintages_immutable()}
      </EmptyState>
    )
  }
  if (vintage.rateCount === 0) {
    return (
      <EmptyState
        title={m.rates_empty_title()}
        actions={
          <ButtonLink kind="primary" icon={<FileUp />} disabledReason={reason} link={{ to: `${path}/upload`, params }}>
            {m.rates_upload()}
          </ButtonLink>
        }
      >
        {m.error_vintage_empty()}
      </EmptyState>
    )
  }
  return <Review vintage={vintage} percent={search.percent ?? reviewedMovePercent} />
}

function Review({ vintage, percent }: { vintage: Vintage; percent: number }) {
  const change = useSearchChange(reviewSearch)
  const key = { scheme: vintage.currencySchemeCode, vintage: vintage.vintage }
  const query = useQuery(comparisonQuery(key, { percent, limit: shownMoves }))
  if (query.data === undefined) {
    return <PendingState query={query} fallback={m.vintages_error_compare()} lines={10} />
  }
  const comparison = query.data
  return (
    <div className={css.review} aria-busy={query.isPlaceholderData}>
      {comparison.base === null ? (
        <Callout tone="info" title={m.vintages_first_title()}>
          {m.vintages_first_text()}
        </Callout>
      ) : (
        <>
          <Summary comparison={comparison} percent={percent} />
          {isUnchanged(comparison) ? <Callout tone="info">{m.vintages_no_difference({ base: comparison.base })}</Callout> : null}
          <Currencies gone={comparison.removedCurrencies} added={comparison.addedCurrencies} />
          <section className={css.section} aria-label={m.vintages_moves()}>
            <div className={css.between}>
              <h2>{m.vintages_moves()}</h2>
              <PercentField value={percent} onChange={(next) => change({ percent: next === reviewedMovePercent ? undefined : next })} />
            </div>
            <Moves comparison={comparison} percent={percent} />
            <p>
              <Link to={`${path}/compare`} params={{ scheme: key.scheme, version: key.vintage }}>
                {m.vintages_all_differences()}
              </Link>
            </p>
          </section>
        </>
      )}
      <MissingDates missing={comparison.missingDates} />
      <Publish vintage={vintage} comparison={comparison} percent={percent} />
    </div>
  )
}

/** The counts of a comparison, worst first. */
function Summary({ comparison, percent }: { comparison: Comparison; percent: number }) {
  const tiles: [label: string, count: number, isWarning: boolean][] = [
    [m.vintages_tile_gone(), comparison.removedCurrencies.length, true],
    [m.vintages_tile_new(), comparison.addedCurrencies.length, false],
    [m.vintages_tile_moved({ percent: formatNumber(percent) }), comparison.movedBeyond, true],
    [m.vintages_tile_missing(), missingCount(comparison), true],
    [m.vintages_tile_added(), comparison.addedRates, false],
    [m.vintages_tile_removed(), comparison.removedRates, true],
    [m.vintages_tile_unchanged(), comparison.unchangedRates, false],
  ]
  return (
    <section className={css.section}>
      <h2>{m.vintages_compared_with({ base: comparison.base ?? '' })}</h2>
      <dl className={css.tiles}>
        {tiles.map(([label, count, isWarning]) => (
          <div key={label} data-warning={isWarning && count > 0 ? '' : undefined}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
