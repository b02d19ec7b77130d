import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Download, FileX2, ListChecks } from 'lucide-react'
import { Suspense } from 'react'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { useDocumentTitle } from '../../pages/titles.ts'
import { usePermission } from '../../session/permissions/permissions.ts'
import { PageHeader } from '../../ui/display/PageHeader.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { EmptyState, NoAccess, SkeletonLines } from '../../ui/display/states.tsx'
import { TabLinks, type TabLink } from '../../ui/display/TabLinks.tsx'
import { Button, buttonClass } from '../../ui/form/Button.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { RecordMenu } from '../../ui/record/RecordMenu.tsx'
import { formatAsOfRange } from '../rates/asOf.ts'
import { Facts } from './Facts.tsx'
import { publishReason, VintageStatus } from './labels.tsx'
import { useScheme, vintageQuery, type VintageKey } from './queries.ts'
import { useVintageActions } from './useVintageActions.tsx'
import css from './VintagePage.module.css'

const schemePath = '/reference-data/currencies/currency-schemes/$scheme'
const path = `${schemePath}/$version` as const

/** A vintage: its rates and all that is made of them, each a tab with a URL of its own. */
export function VintagePage(key: VintageKey) {
  const mayView = usePermission('Admin.ViewCurrencySchemes')
  const query = useQuery({ ...vintageQuery(key), enabled: mayView })
  const vintage = query.data?.items[0]
  useDocumentTitle(`${key.vintage} · ${key.scheme}`)
  if (!mayView) return <NoAccess missing={m.vintages_view_permission()} />
  if (vintage !== undefined) return <Found vintage={vintage} />
  return (
    <>
      <PageHeader title={key.vintage} />
      {query.data !== undefined ? (
        <NoVintage scheme={key.scheme} />
      ) : (
        <PendingState query={query} fallback={m.vintages_error_get()} lines={12} />
      )}
    </>
  )
}

function NoVintage({ scheme }: { scheme: string }) {
  return (
    <EmptyState
      icon={<FileX2 />}
      title={m.vintages_gone_title()}
      actions={
        <Link to={schemePath} params={{ scheme }} className={buttonClass()}>
          {m.vintages_all()}
        </Link>
      }
    >
      {m.vintages_gone_text()}
    </EmptyState>
  )
}

function Found({ vintage }: { vintage: Vintage }) {
  const navigate = useNavigate()
  const params = { scheme: vintage.currencySchemeCode, version: vintage.vintage }
  const scheme = useScheme(params.scheme)
  const actions = useVintageActions(() => void navigate({ to: schemePath, params: { scheme: params.scheme } }))
  const isDraft = vintage.status === 'Draft'
  // There, the primary action is to publish.
  const isReview = useLocation({ select: ({ pathname }) => pathname.endsWith('/review') })
  const draftTabs: TabLink[] = [
    { label: m.rates_tab_upload(), link: { to: `${path}/upload`, params } },
    { label: m.vintages_tab_review(), link: { to: `${path}/review`, params } },
  ]
  return (
    <>
      <PageHeader
        title={vintage.vintage}
        sentence={
          <span className={css.summary}>
            <VintageStatus status={vintage.status} />
            <Link to={schemePath} params={{ scheme: params.scheme }} className={css.scheme}>
              {scheme?.currencySchemeName ?? params.scheme}
            </Link>
          </span>
        }
        actions={
          <>
            {isDraft ? (
              isReview ? null : (
                <ButtonLink
                  kind="primary"
                  icon={<ListChecks />}
                  disabledReason={publishReason(vintage)}
                  link={{ to: `${path}/review`, params }}
                >
                  {m.vintages_review()}
                </ButtonLink>
              )
            ) : (
              <Button icon={<Download />} loading={actions.isDownloading} onClick={() => actions.download(vintage)}>
                {m.rates_download()}
              </Button>
            )}
            <RecordMenu name={vintage.vintage} kind="secondary" actions={actions.menu(vintage)} />
          </>
        }
      />
      <VintageDetails vintage={vintage} />
      <div className={css.tabs}>
        <TabLinks
          label={m.vintages_tabs()}
          tabs={[
            { label: m.rates_tab_rates(), link: { to: path, params }, exact: true },
            ...(isDraft ? draftTabs : []),
            { label: m.rates_tab_history(), link: { to: `${path}/history`, params } },
            { label: m.vintages_tab_compare(), link: { to: `${path}/compare`, params } },
            { label: m.rates_tab_converter(), link: { to: `${path}/converter`, params } },
          ]}
        />
      </div>
      <Suspense fallback={<SkeletonLines count={10} />}>
        <Outlet />
      </Suspense>
      {actions.dialogs}
    </>
  )
}

function VintageDetails({ vintage }: { vintage: Vintage }) {
  const isPublished = vintage.status === 'Published'
  return (
    <Facts
      facts={[
        [m.vintages_column_as_of(), formatAsOfRange(vintage.firstAsOfDate, vintage.lastAsOfDate)],
        [m.vintages_column_currencies(), formatNumber(vintage.currencyCount)],
        [m.vintages_column_rates(), formatNumber(vintage.rateCount)],
        [m.vintages_column_source(), vintage.sourceName || '–'],
        [
          isPublished ? m.vintages_column_published_by() : m.vintages_column_created_by(),
          <span key="by">
            {vintage.publishedBy ?? vintage.createdBy}, <RelativeTime value={vintage.publishedAt ?? vintage.createdAt} />
          </span>,
        ],
      ]}
    />
  )
}
