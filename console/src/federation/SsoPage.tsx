import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { Federation } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Status, type Tone } from '../ui/display/Badge.tsx'
import { ErrorLine } from '../ui/display/ErrorLine.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { failureOf, Skeleton, type Reading } from '../ui/display/states.tsx'
import { TabLinks } from '../ui/display/TabLinks.tsx'
import shared from './federation.module.css'
import css from './SsoPage.module.css'
import { federationQuery } from './queries.ts'

const path = '/company/sso'

/** The single sign-on page (product decisions, "Single sign-on"): its status, then the tabs, which are child routes. */
export function SsoPage() {
  const query = useQuery(federationQuery)
  return (
    <>
      <PageHeader title={m.menu_sso()} sentence={m.sso_sentence()} />
      {query.data === undefined ? <NoBanner query={query} /> : <StateBanner federation={query.data.data} />}
      <div className={css.tabs}>
        <TabLinks
          label={m.sso_tabs()}
          tabs={[
            { label: m.sso_tab_connection(), link: { to: path }, exact: true },
            { label: m.sso_tab_domains(), link: { to: `${path}/domains` } },
            { label: m.sso_tab_attempts(), link: { to: `${path}/attempts` } },
            { label: m.history_title(), link: { to: `${path}/history` } },
          ]}
        />
      </div>
      <Outlet />
    </>
  )
}

const tones: Record<Federation['federationState'], Tone> = { INACTIVE: 'neutral', TESTING: 'info', ACTIVE: 'success' }

function stateName(state: Federation['federationState']): string {
  switch (state) {
    case 'INACTIVE':
      return m.sso_state_inactive()
    case 'TESTING':
      return m.sso_state_testing()
    case 'ACTIVE':
      return m.sso_state_active()
  }
}

function NoBanner({ query }: { query: Reading }) {
  const failure = failureOf(query)
  if (failure) {
    return (
      <div className={css.failed}>
        <ErrorLine {...failure} fallback={m.sso_error_get()} />
      </div>
    )
  }
  return (
    <div className={css.banner} aria-hidden>
      <Skeleton />
      <Skeleton index={2} />
    </div>
  )
}

/** The status of single sign-on, and the next step. */
function StateBanner({ federation }: { federation: Federation }) {
  const { title, next } = situation(federation)
  return (
    <section className={css.banner} aria-label={m.sso_state()} data-state={federation.federationState}>
      <Status tone={tones[federation.federationState]}>{stateName(federation.federationState)}</Status>
      <h2>{title}</h2>
      <p className={shared.muted}>{next}</p>
    </section>
  )
}

function situation({ active, draft }: Federation): { title: string; next: string } {
  if (active !== null) {
    return {
      title: m.sso_active_title({ provider: active.providerName }),
      next: draft === null ? m.sso_active_next({ username: active.adminUsername }) : m.sso_active_draft({ provider: draft.providerName }),
    }
  }
  if (draft === null) return { title: m.sso_inactive_title(), next: m.sso_inactive_next() }
  return draft.isTested
    ? { title: m.sso_tested_title({ provider: draft.providerName }), next: m.sso_tested_next() }
    : { title: m.sso_testing_title({ provider: draft.providerName }), next: m.sso_testing_next() }
}
