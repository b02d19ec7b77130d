import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { catalogText } from '@steward/contract/catalog/texts'
import { patchOpenModel } from '@steward/contract/open-models/endpoints'
import type { OpenModel } from '@steward/contract/open-models/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { hasWords } from '@steward/contract/rules/search-words'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { ItemCard, ItemCards } from '../ui/display/ItemCards.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { Select } from '../ui/form/Select.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import css from './OpenModelsPage.module.css'
import { openModelsQuery } from './queries.ts'
import type { OpenModelsSearch } from './search.ts'
import { TermsDialog } from './TermsDialog.tsx'

/** Models from other providers (product decisions, "Open Model Engine, Nasdaq"). */
export function OpenModelsPage({ search }: { search: OpenModelsSearch }) {
  const navigate = useNavigate()
  const query = useQuery(openModelsQuery)
  const isFound = hasWords(search.q ?? '')
  const shown = query.data?.items.filter(({ name, provider, peril, region }) =>
    isFound(name, provider, catalogText(peril), catalogText(region)),
  )
  const find = (q: string | undefined) => void navigate({ to: '.', search: q ? { q } : {}, replace: true })
  return (
    <>
      <PageHeader title={m.open_models_title()} sentence={m.open_models_sentence()} />
      <div className={css.tools}>
        <SearchBox label={m.open_models_search()} value={search.q ?? ''} onChange={find} />
      </div>
      {shown === undefined ? (
        <PendingState query={query} fallback={m.open_models_error_get()} lines={10} />
      ) : shown.length === 0 ? (
        <EmptyState title={m.open_models_none_title()} actions={<Button onClick={() => find(undefined)}>{m.users_filters_clear()}</Button>}>
          {m.open_models_none_text()}
        </EmptyState>
      ) : (
        <ItemCards label={m.open_models_title()}>
          {shown.map((model) => (
            <Model key={model.modelId} model={model} />
          ))}
        </ItemCards>
      )}
    </>
  )
}

function Model({ model }: { model: OpenModel }) {
  const [asking, setAsking] = useState<'terms' | 'disable'>()
  const close = () => setAsking(undefined)
  const change = useMutation({
    mutationKey: ['OpenModels_update'],
    mutationFn: (body: { acceptTerms?: string; isEnabled?: boolean; maxConcurrency?: number }) =>
      api(patchOpenModel, { params: { modelId: model.modelId }, body, ifMatch: `"${model.version}"` }),
    onSuccess: (changed, body) => {
      if (body.isEnabled === undefined) alerts.success(m.open_models_updated({ name: changed.name }))
      else
        alerts.success(changed.isEnabled ? m.open_models_enabled({ name: changed.name }) : m.open_models_disabled({ name: changed.name }))
    },
    onError: (error) => alertFailure(error, m.open_models_error_save()),
    onSettled: () => {
      close()
      void invalidateTables(['open_model'])
    },
  })
  const isAccepted = model.accepted?.isCurrent ?? false
  const enable = () => (isAccepted ? change.mutate({ isEnabled: true }) : setAsking('terms'))
  return (
    <ItemCard
      name={model.name}
      state={
        <Badge tone={model.isEnabled ? 'success' : 'neutral'}>
          {model.isEnabled ? m.open_models_is_enabled() : m.open_models_is_disabled()}
        </Badge>
      }
    >
      <dl className={css.facts}>
        <Fact term={m.open_models_provider()} value={model.provider} />
        <Fact term={m.open_models_peril()} value={catalogText(model.peril)} />
        <Fact term={m.open_models_region()} value={catalogText(model.region)} />
        <Fact term={m.open_models_version()} value={model.modelVersion} />
      </dl>
      <p className={css.terms}>
        {model.accepted === null ? (
          m.open_models_terms_open()
        ) : model.accepted.isCurrent ? (
          <>
            {m.open_models_terms_accepted({ version: model.accepted.version, by: model.accepted.by })}{' '}
            <RelativeTime value={model.accepted.at} />
          </>
        ) : (
          m.open_models_terms_changed({ version: model.terms.version })
        )}{' '}
        <Button small kind="quiet" onClick={() => setAsking('terms')}>
          {m.open_models_terms_read()}
        </Button>
      </p>
      <div className={css.actions}>
        <Select
          label={m.open_models_concurrency()}
          value={String(model.maxConcurrency)}
          options={Array.from({ length: model.largestConcurrency }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
          disabled={change.isPending}
          onChange={(count) => change.mutate({ maxConcurrency: Number(count) })}
        />
        {model.isEnabled ? (
          <Button aria-label={m.open_models_disable_named({ name: model.name })} onClick={() => setAsking('disable')}>
            {m.open_models_disable()}
          </Button>
        ) : (
          <Button kind="primary" aria-label={m.open_models_enable_named({ name: model.name })} loading={change.isPending} onClick={enable}>
            {m.open_models_enable()}
          </Button>
        )}
      </div>
      {asking === 'terms' ? (
        <TermsDialog
          model={model}
          onClose={close}
          onAccept={() => change.mutate({ acceptTerms: model.terms.version, isEnabled: true })}
          loading={change.isPending}
        />
      ) : null}
      {asking === 'disable' ? (
        <ConfirmDialog
          open
          onClose={close}
          title={m.open_models_disable_title({ name: model.name })}
          confirmLabel={m.open_models_disable_confirm()}
          onConfirm={() => change.mutate({ isEnabled: false })}
          loading={change.isPending}
        >
          <p>{m.open_models_disable_text()}</p>
        </ConfirmDialog>
      ) : null}
    </ItemCard>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
