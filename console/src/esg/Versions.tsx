import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { esgPillars } from '@steward/contract/catalog/esg'
import { catalogText } from '@steward/contract/catalog/texts'
import type { EsgSettings } from '@steward/contract/esg/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { invalidateTables } from '../api/query.ts'
import { formatList } from '../i18n/format.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { Card } from '../ui/display/Card.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import shared from './esg.module.css'
import css from './Versions.module.css'
import { esgVersionsQuery, restoreEsg } from './queries.ts'
import { formatWeight } from './formats.ts'

/** All versions with author and time, and how to restore one. */
export function Versions({ current, etag, reason }: { current: number; etag: string | undefined; reason: string | undefined }) {
  const query = useQuery(esgVersionsQuery)
  const [asking, setAsking] = useState<EsgSettings>()
  const restore = useMutation({
    mutationKey: ['ESG_restore'],
    mutationFn: ({ version }: EsgSettings) => restoreEsg(version, etag),
    onSuccess: () => {
      alerts.success(m.esg_restored())
      void invalidateTables(['esg_version'])
    },
    onError: (error) => alertFailure(error, m.esg_error_save()),
    onSettled: () => setAsking(undefined),
  })
  return (
    <Card title={m.esg_versions()}>
      {query.data === undefined ? (
        <PendingState query={query} fallback={m.esg_error_get()} lines={4} />
      ) : (
        <ol className={css.versions}>
          {query.data.items.map((item) => (
            <li key={item.version}>
              <div>
                <strong>{item.version === 0 ? m.esg_defaults() : m.esg_version({ number: item.version })}</strong>
                {item.version === current ? <Badge tone="success">{m.esg_in_force()}</Badge> : null}
                {item.restoredFrom === null ? null : (
                  <Badge>{item.restoredFrom === 0 ? m.esg_back_to_defaults() : m.esg_back_to({ number: item.restoredFrom })}</Badge>
                )}
                {item.createdAt === null ? null : (
                  <span className={shared.muted}>
                    {item.createdBy} · <RelativeTime value={item.createdAt} />
                  </span>
                )}
                {item.note === '' ? null : <span>{item.note}</span>}
                <span className={shared.muted}>
                  {formatList(
                    esgPillars.map(({ pillarId, name }) => `${catalogText(name)} ${formatWeight(item.weights.pillars[pillarId] ?? 0)}`),
                  )}
                </span>
              </div>
              {item.version === current ? null : (
                <Button
                  small
                  disabledReason={reason}
                  aria-label={item.version === 0 ? m.esg_restore_defaults() : m.esg_restore_version({ number: item.version })}
                  onClick={() => setAsking(item)}
                >
                  {m.esg_restore()}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {asking ? (
        <ConfirmDialog
          open
          danger={false}
          onClose={() => setAsking(undefined)}
          title={asking.version === 0 ? m.esg_restore_defaults_title() : m.esg_restore_title({ number: asking.version })}
          confirmLabel={m.esg_restore_confirm()}
          onConfirm={() => restore.mutate(asking)}
          loading={restore.isPending}
        >
          <p>{m.esg_restore_text()}</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
