import { apiKeyExpiringDays } from '@steward/contract/api-keys/constants'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { hasEnded } from '../i18n/expiry.ts'
import { Badge, Status } from '../ui/display/Badge.tsx'
import { serverNow } from '../i18n/serverTime.ts'

const dayMs = 86_400_000

/** Whether programs can use the key now, and what will change that. */
export function KeyStatus({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <State apiKey={apiKey} />
      {apiKey.previous ? <Badge tone="info">{m.keys_use_rotating()}</Badge> : null}
      {apiKey.groups.length === 0 ? <Badge tone="warning">{m.keys_no_groups()}</Badge> : null}
    </>
  )
}

function State({ apiKey: { isHolderGone, expiresAt } }: { apiKey: ApiKey }) {
  if (isHolderGone) return <Status tone="danger">{m.keys_stopped()}</Status>
  if (expiresAt !== null && hasEnded(expiresAt)) return <Status tone="danger">{m.keys_expired()}</Status>
  if (expiresAt !== null && Date.parse(expiresAt) - serverNow() <= apiKeyExpiringDays * dayMs)
    return <Status tone="warning">{m.keys_use_expiring()}</Status>
  return <Status tone="success">{m.keys_active()}</Status>
}
