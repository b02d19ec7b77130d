import { useMutation, useQuery } from '@tanstack/react-query'
import { Globe, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { addTenantDomain, removeTenantDomain, verifyTenantDomain } from '@steward/contract/tenants/domains'
import { domainName } from '@steward/contract/tenants/domains-schemas'
import type { TenantDomain } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { formatLastDay } from '../i18n/expiry.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Status } from '../ui/display/Badge.tsx'
import { Button, IconButton } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { Card } from '../ui/display/Card.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import shared from './federation.module.css'
import css from './DomainsTab.module.css'
import { domainsQuery } from './queries.ts'

const domainTables = ['tenant_domain'] as const

/** Email domains that lead people to this tenant's sign-in; each is verified by a DNS record first. */
export function DomainsTab() {
  const query = useQuery(domainsQuery)
  return (
    <div className={shared.page}>
      <p className={shared.text}>{m.sso_domains_text()}</p>
      <AddDomain />
      {query.data === undefined ? (
        <PendingState query={query} fallback={m.sso_domains_error()} lines={5} />
      ) : query.data.items.length === 0 ? (
        <EmptyState icon={<Globe />} title={m.sso_domains_empty_title()}>
          {m.sso_domains_empty_text()}
        </EmptyState>
      ) : (
        <ul className={shared.domains}>
          {query.data.items.map((domain) => (
            <Domain key={domain.domain} domain={domain} />
          ))}
        </ul>
      )}
    </div>
  )
}

const schema = z.object({ domain: domainName })

function AddDomain() {
  const form = useContractForm({ schema, defaultValues: { domain: '' } })
  const add = useMutation({
    mutationKey: ['sso_add_domain'],
    mutationFn: (body: z.output<typeof schema>) => api(addTenantDomain, { body }),
    onSuccess: ({ domain }) => {
      void invalidateTables(domainTables)
      alerts.success(m.sso_domain_added({ domain }))
      form.reset({ domain: '' })
    },
  })
  return (
    <div className={css.add}>
      <FormShell
        form={form}
        onSubmit={add.mutateAsync}
        onDone={() => {}}
        submitError={add.error}
        loading={add.isPending}
        preview={(body) => <CallPreview endpoint={addTenantDomain} input={{ body }} />}
        submitLabel={m.sso_domain_add()}
        errorFallback={m.sso_domain_add_failed()}
      >
        <FormTextField
          control={form.control}
          name="domain"
          label={m.sso_domain()}
          placeholder="company.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormShell>
    </div>
  )
}

function outcomeText({ lastOutcome }: TenantDomain): string | undefined {
  switch (lastOutcome) {
    case null:
      return undefined
    case 'found':
      return m.sso_domain_found()
    case 'no_record':
      return m.sso_domain_no_record()
    case 'other_value':
      return m.sso_domain_other_value()
    case 'no_answer':
      return m.sso_domain_no_answer()
  }
}

function Domain({ domain }: { domain: TenantDomain }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const id = `domain-${domain.domain}`
  return (
    <li aria-labelledby={id}>
      <Card>
        <div className={shared.domainHead}>
          <h2 id={id} className={shared.domainName}>
            {domain.domain}
          </h2>
          <Standing domain={domain} />
          <span className={css.push}>
            <IconButton
              small
              label={m.sso_domain_remove_named({ domain: domain.domain })}
              icon={<Trash2 />}
              onClick={() => setIsRemoving(true)}
            />
          </span>
        </div>
        <div className={shared.stack}>
          {domain.isVerified ? (
            <p className={shared.muted}>
              {m.sso_domain_since()} <RelativeTime value={domain.verifiedAt} />
            </p>
          ) : null}
          {domain.missingSince === null ? null : <Missing domain={domain} />}
          {domain.isVerified && domain.missingSince === null ? null : <Proof domain={domain} />}
        </div>
      </Card>
      {isRemoving ? <RemoveDialog domain={domain.domain} onClose={() => setIsRemoving(false)} /> : null}
    </li>
  )
}

function Standing({ domain: { isVerified, missingSince } }: { domain: TenantDomain }) {
  if (missingSince !== null) {
    return isVerified ? <Status tone="warning">{m.sso_domain_missing()}</Status> : <Status tone="danger">{m.sso_domain_lapsed()}</Status>
  }
  return <Status tone={isVerified ? 'success' : 'warning'}>{isVerified ? m.sso_domain_verified() : m.sso_domain_waiting()}</Status>
}

/** Lost verification: until when the domain still works, or that it no longer does. */
function Missing({ domain: { routesUntil } }: { domain: TenantDomain }) {
  return (
    <Callout tone={routesUntil === null ? 'danger' : 'warning'}>
      {routesUntil === null ? m.sso_domain_lapsed_text() : m.sso_domain_missing_text({ date: formatLastDay(routesUntil) })}
    </Callout>
  )
}

/** The DNS record to create, and the button that verifies it. */
function Proof({ domain }: { domain: TenantDomain }) {
  const verify = useMutation({
    mutationKey: ['sso_verify_domain'],
    mutationFn: () => api(verifyTenantDomain, { params: { domain: domain.domain } }),
    onSuccess: (looked) => {
      void invalidateTables(domainTables)
      // A domain whose record is gone keeps working for a while.
      if (looked.lastOutcome === 'found') alerts.success(m.sso_domain_verified_now({ domain: looked.domain }))
    },
    onError: (error) => alertFailure(error, m.sso_domain_verify_failed()),
  })
  const outcome = outcomeText(domain)
  return (
    <div className={shared.stack}>
      <p className={shared.muted}>{m.sso_domain_record()}</p>
      <dl className={shared.values}>
        <div className={shared.value}>
          <dt>{m.sso_domain_type()}</dt>
          <dd className={shared.mono}>TXT</dd>
        </div>
        <div className={shared.value}>
          <dt>{m.sso_domain_name()}</dt>
          <dd>
            <CopyValue value={domain.recordName} label={m.sso_copy({ name: m.sso_domain_name() })} />
          </dd>
        </div>
        <div className={shared.value}>
          <dt>{m.sso_domain_value()}</dt>
          <dd>
            <CopyValue value={domain.recordValue} label={m.sso_copy({ name: m.sso_domain_value() })} />
          </dd>
        </div>
      </dl>
      {outcome === undefined ? null : (
        <Callout tone={domain.lastOutcome === 'no_record' ? 'info' : 'warning'} role="status">
          <p>{outcome}</p>
          <p className={shared.muted}>
            {m.sso_domain_checked()} <RelativeTime value={domain.lastCheckedAt} />
          </p>
        </Callout>
      )}
      <div>
        <Button kind="primary" loading={verify.isPending} onClick={() => verify.mutate()}>
          {m.sso_domain_verify()}
        </Button>
      </div>
    </div>
  )
}

function RemoveDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const remove = useMutation({
    mutationKey: ['sso_remove_domain'],
    mutationFn: () => api(removeTenantDomain, { params: { domain } }),
    onSuccess: () => {
      void invalidateTables(domainTables)
      alerts.success(m.sso_domain_removed({ domain }))
    },
    onError: (error) => alertFailure(error, m.sso_domain_remove_failed()),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.sso_domain_remove_question({ domain })}
      confirmLabel={m.sso_domain_remove_named({ domain })}
      onConfirm={() => remove.mutate()}
      loading={remove.isPending}
    >
      <p>{m.sso_domain_remove_text()}</p>
    </ConfirmDialog>
  )
}
