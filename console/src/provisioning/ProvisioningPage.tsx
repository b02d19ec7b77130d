import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { HistorySection } from '../history/HistorySection.tsx'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { Card } from '../ui/display/Card.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { patchSearch } from '../ui/table/search.ts'
import { DeprovisioningLimitBanner } from './DeprovisioningLimitBanner.tsx'
import { DeprovisioningLimitCard } from './DeprovisioningLimitCard.tsx'
import { EventsSection } from './EventsSection.tsx'
import shared from './provisioning.module.css'
import css from './ProvisioningPage.module.css'
import { provisioningQuery } from './queries.ts'
import type { ProvisioningSearch } from './search.ts'
import { TokensSection } from './TokensSection.tsx'

/** SCIM tokens and monitoring of provisioning (product decisions, "SCIM tokens"). Panels over it are its child routes. */
export function ProvisioningPage({ search }: { search: ProvisioningSearch }) {
  const navigate = useNavigate()
  const query = useQuery(provisioningQuery)
  const change = (patch: Partial<ProvisioningSearch>) =>
    void navigate({
      to: '/company/scim-management',
      search: () => patchSearch(search, patch),
      replace: 'q' in patch || 'tq' in patch,
      resetScroll: false,
    })
  return (
    <>
      <PageHeader
        title={m.menu_scim()}
        sentence={m.scim_sentence()}
        actions={
          <ButtonLink kind="primary" icon={<Plus />} link={{ to: '/company/scim-management/new', search: true }}>
            {m.scim_create()}
          </ButtonLink>
        }
      />
      <div className={shared.page}>
        {query.data ? (
          <>
            <DeprovisioningLimitBanner deprovisioningLimit={query.data.data.deprovisioningLimit} etag={query.data.etag} />
            <div className={css.cards}>
              <Card title={m.scim_base_url()}>
                <div className={shared.stack}>
                  <div className={shared.value}>
                    <CopyValue value={query.data.data.baseUrl} label={m.scim_copy_base_url()} />
                  </div>
                  <p className={shared.muted}>{m.scim_base_url_text()}</p>
                </div>
              </Card>
              <DeprovisioningLimitCard deprovisioningLimit={query.data.data.deprovisioningLimit} etag={query.data.etag} />
            </div>
          </>
        ) : (
          <PendingState query={query} fallback={m.scim_error_get()} lines={5} />
        )}
        <TokensSection search={search} onChange={change} />
        <EventsSection search={search} onChange={change} />
        <HistorySection record="provisioning" level={2} />
      </div>
    </>
  )
}
