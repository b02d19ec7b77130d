import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dropProviderCertificate } from '@steward/contract/federation/endpoints'
import type { FederationSetup, ProviderCertificate } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Status, type Tone } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { Card } from '../ui/display/Card.tsx'
import { formatDate } from '../i18n/time.ts'
import css from './federation.module.css'
import { federationTables } from './queries.ts'
import { serverNow } from '../i18n/serverTime.ts'

const dayMs = 86_400_000
/** Same threshold as the server's warning (contract, `certificate_expiring`). */
const warnDays = 60

function stateOf({ notBefore, notAfter }: ProviderCertificate, now = serverNow()): { tone: Tone; text: string } {
  const days = Math.ceil((Date.parse(notAfter) - now) / dayMs)
  if (Date.parse(notBefore) > now) return { tone: 'warning', text: m.sso_certificate_future() }
  if (days <= 0) return { tone: 'danger', text: m.sso_certificate_expired() }
  return days <= warnDays
    ? { tone: 'warning', text: m.sso_certificate_expiring({ count: days }) }
    : { tone: 'success', text: m.sso_certificate_valid() }
}

/** The provider's signing certificates. Certificates that its metadata no longer lists are accepted until they are removed. */
export function Certificates({ active }: { active: FederationSetup }) {
  const [asking, setAsking] = useState<ProviderCertificate>()
  const drop = useMutation({
    mutationKey: ['sso_drop_certificate'],
    mutationFn: ({ fingerprint }: ProviderCertificate) => api(dropProviderCertificate, { params: { fingerprint } }),
    onSuccess: () => alerts.success(m.sso_certificate_dropped()),
    onError: (error) => alertFailure(error, m.sso_error_save()),
    onSettled: () => {
      setAsking(undefined)
      void invalidateTables(federationTables)
    },
  })
  if (active.protocol === 'oidc') {
    return (
      <Card title={m.sso_certificates()}>
        <p className={css.muted}>{m.sso_certificates_oidc({ address: active.endpoints.keys ?? active.issuer })}</p>
      </Card>
    )
  }
  return (
    <Card title={<span id="sso-certificates">{m.sso_certificates()}</span>}>
      <div className={css.stack}>
        <p className={css.muted}>{m.sso_certificates_text()}</p>
        <ul className={css.certificates}>
          {active.certificates.map((certificate) => (
            <Certificate key={certificate.fingerprint} certificate={certificate} onDrop={() => setAsking(certificate)} />
          ))}
        </ul>
      </div>
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(undefined)}
          title={m.sso_certificate_drop_question()}
          confirmLabel={m.sso_certificate_drop()}
          onConfirm={() => drop.mutate(asking)}
          loading={drop.isPending}
        >
          <p className={css.mono}>{asking.subject}</p>
          <p>{m.sso_certificate_drop_text()}</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}

function Certificate({ certificate, onDrop }: { certificate: ProviderCertificate; onDrop: () => void }) {
  const { tone, text } = stateOf(certificate)
  return (
    <li className={css.certificate}>
      <div className={css.certificateHead}>
        <span className={css.certificateName}>{certificate.subject}</span>
        <Status tone={tone}>{text}</Status>
        {certificate.isInMetadata ? null : <Status tone="neutral">{m.sso_certificate_kept()}</Status>}
      </div>
      <dl className={css.facts}>
        <div>
          <dt>{m.sso_certificate_ends()}</dt>
          <dd>{formatDate(certificate.notAfter)}</dd>
        </div>
        <div>
          <dt>{m.sso_certificate_fingerprint()}</dt>
          <dd className={css.mono}>{certificate.fingerprint}</dd>
        </div>
      </dl>
      {certificate.isInMetadata ? null : (
        <Button small aria-label={m.sso_certificate_drop_named({ name: certificate.subject })} onClick={onDrop}>
          {m.sso_certificate_drop()}
        </Button>
      )}
    </li>
  )
}
