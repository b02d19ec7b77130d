import { m } from '@steward/contract/paraglide/messages'
import { formatDate } from '../i18n/time.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import type { Shortened } from './values.ts'
import { serverNow } from '../i18n/serverTime.ts'

const dayMs = 86_400_000

const dateBefore = (days: number): string => formatDate(new Date(serverNow() - days * dayMs).toISOString())

/** Asks before entries of the logs disappear. */
export function ShortenDialog({ shortened, onDecide }: { shortened: Shortened | undefined; onDecide: (isWanted: boolean) => void }) {
  return (
    <ConfirmDialog
      open={shortened !== undefined}
      onClose={() => onDecide(false)}
      title={m.tenant_settings_shorten_title()}
      confirmLabel={m.tenant_settings_shorten()}
      onConfirm={() => onDecide(true)}
      loading={false}
    >
      {shortened?.auditLog === undefined ? null : <p>{m.tenant_settings_shorten_audit({ date: dateBefore(shortened.auditLog) })}</p>}
      {shortened?.systemLog === undefined ? null : <p>{m.tenant_settings_shorten_system({ date: dateBefore(shortened.systemLog) })}</p>}
      <p>{m.tenant_settings_shorten_text()}</p>
    </ConfirmDialog>
  )
}
