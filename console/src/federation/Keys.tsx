import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { activateFederationKey, addFederationKey, dropFederationKey } from '@steward/contract/federation/endpoints'
import type { Federation, RelyingPartyKey } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Status, type Tone } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { CopyButton } from '../ui/display/CopyButton.tsx'
import { Card } from '../ui/display/Card.tsx'
import { formatDate } from '../i18n/time.ts'
import shared from './federation.module.css'
import css from './Keys.module.css'
import { federationTables } from './queries.ts'

const tones: Record<RelyingPartyKey['status'], Tone> = { next: 'info', active: 'success', previous: 'neutral' }

function statusName(status: RelyingPartyKey['status']): string {
  switch (status) {
    case 'next':
      return m.sso_key_next()
    case 'active':
      return m.sso_key_active()
    case 'previous':
      return m.sso_key_previous()
  }
}

type Change = { kind: 'add' } | { kind: 'use' | 'drop'; keyId: string }

function useKeyChange() {
  return useMutation({
    mutationKey: ['sso_key'],
    mutationFn: (change: Change) => {
      if (change.kind === 'add') return api(addFederationKey, {})
      const params = { keyId: change.keyId }
      return change.kind === 'use' ? api(activateFederationKey, { params }) : api(dropFederationKey, { params })
    },
    onSuccess: (_, { kind }) =>
      alerts.success(kind === 'add' ? m.sso_key_added() : kind === 'use' ? m.sso_key_used() : m.sso_key_dropped()),
    onError: (error) => alertFailure(error, m.sso_key_failed()),
    onSettled: () => void invalidateTables(federationTables),
  })
}

/** The tenant's keys as relying party, with rollover that doesn't interrupt sign-ins. */
export function Keys({ federation: { keys } }: { federation: Federation }) {
  const change = useKeyChange()
  const hasNext = keys.some(({ status }) => status === 'next')
  return (
    <div id="sso-keys">
      <Card
        title={m.sso_keys()}
        actions={
          <Button
            small
            icon={<Plus />}
            disabledReason={hasNext ? m.sso_key_add_reason() : undefined}
            loading={change.isPending && change.variables.kind === 'add'}
            onClick={() => change.mutate({ kind: 'add' })}
          >
            {m.sso_key_add()}
          </Button>
        }
      >
        <div className={shared.stack}>
          <p className={shared.muted}>{keys.length === 0 ? m.sso_keys_none() : m.sso_keys_text()}</p>
          {keys.length === 0 ? null : (
            <ul className={shared.certificates}>
              {keys.map((key) => (
                <Key key={key.keyId} value={key} isBusy={change.isPending} onChange={change.mutate} />
              ))}
            </ul>
          )}
        </div>
      </Card>
    </div>
  )
}

function Key({ value, isBusy, onChange }: { value: RelyingPartyKey; isBusy: boolean; onChange: (change: Change) => void }) {
  const { keyId, status } = value
  return (
    <li className={shared.certificate}>
      <div className={shared.certificateHead}>
        <Status tone={tones[status]}>{statusName(status)}</Status>
      </div>
      <dl className={shared.facts}>
        <div>
          <dt>{m.sso_certificate_ends()}</dt>
          <dd>{formatDate(value.notAfter)}</dd>
        </div>
        <div>
          <dt>{m.sso_certificate_fingerprint()}</dt>
          <dd className={css.copied}>
            <span className={shared.mono}>{value.fingerprint}</span>
            <CopyButton value={value.certificate} label={m.sso_key_copy()} />
          </dd>
        </div>
      </dl>
      <div className={shared.buttons}>
        {status === 'next' ? (
          <Button small loading={isBusy} onClick={() => onChange({ kind: 'use', keyId })}>
            {m.sso_key_use()}
          </Button>
        ) : null}
        {status === 'active' ? null : (
          <Button small kind="quiet" loading={isBusy} onClick={() => onChange({ kind: 'drop', keyId })}>
            {m.sso_key_drop()}
          </Button>
        )}
      </div>
    </li>
  )
}
