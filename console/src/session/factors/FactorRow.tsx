import { Fingerprint, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { Factor } from '@steward/contract/session/factors-schemas'
import { Badge } from '../../ui/display/Badge.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import rows from '../rows.module.css'
import { factorKindNames, factorName } from './factorName.ts'
import css from './factors.module.css'

/** A second factor: what it is, since when, and when it was last used. */
export function FactorRow({ factor, children }: { factor: Factor; children?: ReactNode }) {
  const Icon = factor.kind === 'passkey' ? Fingerprint : Smartphone
  return (
    <li className={rows.row}>
      <Icon aria-hidden />
      <div className={css.text}>
        <div className={css.name}>
          <span>{factorName(factor)}</span>
          {factor.isBackedUp === null ? null : <Badge>{factor.isBackedUp ? m.passkey_backed_up() : m.passkey_device_bound()}</Badge>}
        </div>
        <p className={css.muted}>
          {factor.name === '' ? '' : `${factorKindNames[factor.kind]()} · `}
          {m.factor_added()} <RelativeTime value={factor.createdTime} />
        </p>
        <p className={css.muted}>
          {factor.lastUsedTime === null ? (
            m.factor_never_used()
          ) : (
            <>
              {m.factor_last_used()} <RelativeTime value={factor.lastUsedTime} />
            </>
          )}
        </p>
      </div>
      {children === undefined ? null : <div className={css.tools}>{children}</div>}
    </li>
  )
}
