import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../../api/alerts.ts'
import { problemCode, problemMessage } from '../../api/problem.ts'
import { invalidateTables } from '../../api/query.ts'
import { formatNumber } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { Card } from '../../ui/display/Card.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { formatAsOfRange } from '../rates/asOf.ts'
import { useEditReason } from '../schemes/permissions.ts'
import { schemeTables } from '../schemes/queries.ts'
import { publishVintage, useScheme } from './queries.ts'
import css from './ReviewTab.module.css'
import { missingCount, type Comparison } from './comparison.ts'

interface PublishProps {
  vintage: Vintage
  comparison: Comparison
  percent: number
}

/** Publishes the reviewed draft, after a question that names it, its scheme, and what the review found. */
export function Publish({ vintage, comparison, percent }: PublishProps) {
  const navigate = useNavigate()
  const reason = useEditReason()
  const scheme = useScheme(vintage.currencySchemeCode)
  const [asked, setAsked] = useState<Vintage>()
  const publish = useMutation({
    mutationKey: ['CurrencyVintage_publish'],
    mutationFn: publishVintage,
    onSuccess: () => {
      alerts.success(m.vintages_published({ vintage: vintage.vintage }))
      void navigate({
        to: '/reference-data/currencies/currency-schemes/$scheme/$version',
        params: { scheme: vintage.currencySchemeCode, version: vintage.vintage },
      })
    },
    onSettled: () => invalidateTables(schemeTables),
  })
  const close = () => {
    setAsked(undefined)
    publish.reset()
  }
  const name = scheme?.currencySchemeName ?? vintage.currencySchemeCode
  const findings = findingsOf(comparison, percent)
  return (
    <Card title={m.vintages_publish_title()}>
      <div className={css.section}>
        <p>
          {m.vintages_publish_text({
            rates: formatNumber(vintage.rateCount),
            currencies: formatNumber(vintage.currencyCount),
            range: formatAsOfRange(vintage.firstAsOfDate, vintage.lastAsOfDate),
          })}{' '}
          {m.vintages_immutable()}
        </p>
        <div>
          <Button kind="primary" className={css.publish} disabledReason={reason} onClick={() => setAsked(vintage)}>
            {m.vintages_publish({ vintage: vintage.vintage })}
          </Button>
        </div>
      </div>
      {asked ? (
        <ConfirmDialog
          open
          danger={false}
          onClose={close}
          title={m.vintages_publish_question({ vintage: asked.vintage, scheme: name })}
          confirmLabel={m.vintages_publish({ vintage: asked.vintage })}
          onConfirm={() => publish.mutate(asked)}
          loading={publish.isPending}
        >
          <div className={css.section}>
            {publish.error ? (
              <Callout tone="danger" role="alert">
                {problemCode(publish.error) === 'version_conflict'
                  ? m.vintages_changed_since()
                  : problemMessage(publish.error, m.vintages_error_publish())}
              </Callout>
            ) : null}
            <p>{m.vintages_publish_effect({ vintage: asked.vintage, scheme: name })}</p>
            {findings.length > 0 ? (
              <Callout tone="warning" title={m.vintages_findings()}>
                <ul>
                  {findings.map((finding) => (
                    <li key={finding}>{finding}</li>
                  ))}
                </ul>
              </Callout>
            ) : null}
          </div>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}

/** What a reviewer should have seen, one sentence each. */
function findingsOf(comparison: Comparison, percent: number): string[] {
  const { removedCurrencies, movedBeyond, removedRates } = comparison
  const missing = missingCount(comparison)
  return [
    ...(removedCurrencies.length > 0 ? [m.vintages_finding_gone({ count: removedCurrencies.length })] : []),
    ...(movedBeyond > 0 ? [m.vintages_finding_moved({ count: movedBeyond, percent: formatNumber(percent) })] : []),
    ...(removedRates > 0 ? [m.vintages_finding_removed({ count: removedRates })] : []),
    ...(missing > 0 ? [m.vintages_finding_missing({ count: missing })] : []),
  ]
}
