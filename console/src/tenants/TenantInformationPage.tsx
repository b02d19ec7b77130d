import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { Tenant } from '@steward/contract/tenants/schemas'
import { personName } from '../i18n/format.ts'
import { Card } from '../ui/display/Card.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { tenantQuery } from './queries.ts'
import css from './TenantInformationPage.module.css'

/** What the tenant is and whom to ask. The operator keeps these details, so nothing is edited here. */
export function TenantInformationPage() {
  const query = useQuery(tenantQuery)
  const { data } = query
  return (
    <div className={css.page}>
      <PageHeader title={m.tenant_info_title()} sentence={m.tenant_info_sentence()} />
      {data ? (
        <div className={css.cards}>
          <Details tenant={data} />
          <Administrators tenant={data} />
        </div>
      ) : (
        <PendingState query={query} fallback={m.tenant_info_get_failed()} lines={8} />
      )}
    </div>
  )
}

function Details({ tenant }: { tenant: Tenant }) {
  return (
    <Card title={m.tenant_info_details()}>
      <DescriptionList
        items={[
          { term: m.tenant_info_name(), value: tenant.displayName },
          { term: m.login_tenant(), value: <CopyValue value={tenant.tenantName} label={m.login_tenant()} /> },
          { term: m.ui_id(), value: <CopyValue value={tenant.tenantId} label={m.ui_id()} /> },
          ...(tenant.licenseCode ? [{ term: m.tenant_info_plan(), value: tenant.licenseCode }] : []),
          ...(tenant.region === null ? [] : [{ term: m.tenant_info_region(), value: tenant.region }]),
          { term: m.tenant_info_sign_in(), value: tenant.isFederated ? m.tenant_info_federated() : m.tenant_info_password() },
          { term: m.tenant_info_created(), value: <RelativeTime value={tenant.createdTime} /> },
        ]}
      />
      <p className={css.note}>{m.tenant_info_operator()}</p>
    </Card>
  )
}

function Administrators({ tenant: { administrators } }: { tenant: Tenant }) {
  return (
    <Card title={m.tenant_info_contacts()}>
      <DescriptionList
        items={administrators.map((person) => ({
          key: person.userId,
          term: personName(person) || person.email,
          value: <a href={`mailto:${person.email}`}>{person.email}</a>,
        }))}
      />
    </Card>
  )
}
