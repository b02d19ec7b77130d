import { esgPillars, esgPortfolios } from '@steward/contract/catalog/esg'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import { esgScore, type EsgWeights } from '@steward/contract/rules/esg'
import { Card } from '../ui/display/Card.tsx'
import shared from './esg.module.css'
import css from './Preview.module.css'
import { formatMove, formatScore } from './formats.ts'

/** Scores of sample portfolios with the draft weights, compared with the saved ones. */
export function Preview({ weights, saved }: { weights: EsgWeights; saved: EsgWeights }) {
  return (
    <Card title={m.esg_preview()}>
      <p className={shared.muted}>{m.esg_preview_text()}</p>
      <ul className={css.portfolios} aria-live="polite">
        {esgPortfolios.map((portfolio) => {
          const now = esgScore(portfolio, weights)
          const move = now.total - esgScore(portfolio, saved).total
          const isMoved = Math.abs(move) >= 0.05
          return (
            <li key={portfolio.portfolioId}>
              <div className={css.portfolio}>
                <strong>{catalogText(portfolio.name)}</strong>
                <span className={css.score}>
                  {formatScore(now.total)}
                  {isMoved ? (
                    <span data-tone={move > 0 ? 'better' : 'worse'}>
                      <span className="visually-hidden">{m.esg_moved_by()} </span>
                      {formatMove(move)}
                    </span>
                  ) : null}
                </span>
              </div>
              <div className={css.bar} aria-hidden>
                <i style={{ inlineSize: `${now.total}%` }} />
              </div>
              <dl className={css.pillarScores}>
                {esgPillars.map(({ pillarId, name }) => (
                  <div key={pillarId}>
                    <dt>{catalogText(name)}</dt>
                    <dd>{formatScore(now.pillars[pillarId] ?? 0)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
