import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { DeprovisioningLimit } from '@steward/contract/provisioning/schemas'
import { Button } from '../ui/form/Button.tsx'
import { cx } from '../ui/display/cx.ts'
import { Card } from '../ui/display/Card.tsx'
import { formatNumber } from '../i18n/time.ts'
import { DeprovisioningLimitDialog } from './DeprovisioningLimitDialog.tsx'
import shared from './provisioning.module.css'
import css from './DeprovisioningLimitCard.module.css'

interface DeprovisioningLimitCardProps {
  deprovisioningLimit: DeprovisioningLimit
  etag: string | undefined
}

/** The hourly deprovisioning limit, and how much of it is used. */
export function DeprovisioningLimitCard({ deprovisioningLimit, etag }: DeprovisioningLimitCardProps) {
  const [editing, setEditing] = useState(false)
  const used = Math.min(1, deprovisioningLimit.removed / deprovisioningLimit.limit)
  return (
    <Card
      title={m.scim_limit()}
      actions={
        <Button small onClick={() => setEditing(true)}>
          {m.scim_limit_change()}
        </Button>
      }
    >
      <div className={shared.stack}>
        {deprovisioningLimit.isOn ? (
          <>
            <p>{m.scim_limit_used({ count: deprovisioningLimit.removed, limit: formatNumber(deprovisioningLimit.limit) })}</p>
            <div className={css.meter} aria-hidden>
              <span className={cx(used >= 0.7 && css.near)} style={{ width: `${used * 100}%` }} />
            </div>
            <p className={shared.muted}>
              {m.scim_limit_rule({
                share: formatNumber(deprovisioningLimit.sharePercent),
                minimum: formatNumber(deprovisioningLimit.minimumUsers),
              })}
            </p>
          </>
        ) : (
          <p>{m.scim_limit_off()}</p>
        )}
      </div>
      {editing ? <DeprovisioningLimitDialog latest={{ data: deprovisioningLimit, etag }} onClose={() => setEditing(false)} /> : null}
    </Card>
  )
}
