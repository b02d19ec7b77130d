import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { esgPillars } from '@steward/contract/catalog/esg'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import { defaultEsgWeights, type EsgWeights, type LevelWeights } from '@steward/contract/rules/esg'
import { invalidateTables } from '../api/query.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useVersionedSave } from '../ui/form/useVersionedSave.ts'
import { Card } from '../ui/display/Card.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { formatList } from '../i18n/format.ts'
import css from './EsgPage.module.css'
import { Preview } from './Preview.tsx'
import { esgQuery, readEsgAgain, saveEsg, type VersionedEsg } from './queries.ts'
import { Versions } from './Versions.tsx'
import { WeightLevel } from './WeightLevel.tsx'
import { formatWeight } from './formats.ts'

interface Draft {
  weights: EsgWeights
  locked: readonly string[]
}

const draftOf = ({ data: { weights, locked } }: VersionedEsg): Draft => ({ weights, locked })
const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
/** The compared parts of a draft, in a fixed order. */
const sorted = ({ weights, locked }: Draft) => [
  esgPillars.map(({ pillarId, factors }) => [
    weights.pillars[pillarId],
    factors.map(({ factorId }) => weights.factors[pillarId]?.[factorId]),
  ]),
  locked.toSorted(),
]

/** Weights behind ESG scores (product decisions, "ESG score customization"). */
export function EsgPage() {
  const query = useQuery(esgQuery)
  return (
    <>
      <PageHeader title={m.menu_esg()} sentence={m.esg_sentence()} />
      {query.data ? <Editor latest={query.data} /> : <PendingState query={query} fallback={m.esg_error_get()} lines={12} />}
    </>
  )
}

function Editor({ latest }: { latest: VersionedEsg }) {
  const reason = usePermission('Admin.EditESGScores') ? undefined : m.esg_edit_permission()
  const [base, setBase] = useState(latest)
  const [draft, setDraft] = useState(() => draftOf(latest))
  const [note, setNote] = useState('')
  const isDirty = !isSame(draft, draftOf(base))
  const follow = (entity: VersionedEsg) => {
    setBase(entity)
    setDraft(draftOf(entity))
    setNote('')
  }
  // Without edits, the draft follows other users' changes; with edits, it keeps them, and saving detects the conflict.
  if (latest.etag !== base.etag && !isDirty) follow(latest)
  const save = useVersionedSave<VersionedEsg, Draft>({
    key: 'ESG_save',
    save: ({ weights, locked }, ifMatch) => saveEsg({ weights, locked: [...locked], note }, ifMatch),
    latest: readEsgAgain,
    onSaved: (saved) => {
      follow(saved)
      alerts.success(m.esg_saved())
      void invalidateTables(['esg_version'])
    },
  })
  const submit = () =>
    save.submit(draft, base).catch((error: unknown) => {
      // The conflict dialog reports a stale edit.
      if (!(error instanceof Error && error.name === 'Stale')) alertFailure(error, m.esg_error_save())
    })
  const locked = new Set(draft.locked)
  const lock = (id: string, isLocked: boolean) =>
    setDraft({ ...draft, locked: isLocked ? [...draft.locked, id] : draft.locked.filter((other) => other !== id) })
  const setPillars = (pillars: LevelWeights) => setDraft({ ...draft, weights: { ...draft.weights, pillars } })
  const setFactors = (pillarId: string, level: LevelWeights) =>
    setDraft({ ...draft, weights: { ...draft.weights, factors: { ...draft.weights.factors, [pillarId]: level } } })
  const level = { locked, onLock: lock, readOnly: reason !== undefined }
  return (
    <div className={css.page}>
      <div className={css.editor}>
        {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
        <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => follow(latest)} />
        <Card title={m.esg_pillars()}>
          <WeightLevel
            {...level}
            label={m.esg_pillars()}
            parts={esgPillars.map(({ pillarId, name }) => ({ id: pillarId, name: catalogText(name) }))}
            weights={draft.weights.pillars}
            onChange={setPillars}
          />
        </Card>
        {esgPillars.map(({ pillarId, name, factors }) => (
          <Card key={pillarId} title={m.esg_factors({ pillar: catalogText(name) })}>
            <WeightLevel
              {...level}
              label={m.esg_factors({ pillar: catalogText(name) })}
              parts={factors.map((one) => ({
                id: one.factorId,
                name: catalogText(one.name),
                description: catalogText(one.description),
              }))}
              weights={draft.weights.factors[pillarId] ?? {}}
              onChange={(weights) => setFactors(pillarId, weights)}
            />
          </Card>
        ))}
      </div>
      <div className={css.side}>
        <Preview weights={draft.weights} saved={base.data.weights} />
        <Card title={m.esg_save_title()}>
          <TextField
            label={m.esg_note()}
            optional
            maxLength={200}
            value={note}
            readOnly={reason !== undefined}
            onChange={(event) => setNote(event.target.value)}
          />
          <div className={css.actions}>
            <Button
              kind="primary"
              loading={save.isSubmitting}
              disabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
              onClick={() => void submit()}
            >
              {m.esg_save()}
            </Button>
            <Button disabledReason={isDirty ? undefined : m.users_unchanged()} onClick={() => follow(base)}>
              {m.ui_discard_confirm()}
            </Button>
            <Button kind="quiet" disabledReason={reason} onClick={() => setDraft({ ...draft, weights: defaultEsgWeights })}>
              {m.esg_to_defaults()}
            </Button>
          </div>
        </Card>
        <Versions current={latest.data.version} etag={latest.etag} reason={reason ?? (isDirty ? m.esg_save_first() : undefined)} />
      </div>
      <LeaveGuard isDirty={() => isDirty} />
      <SaveConflict
        save={save}
        name={m.menu_esg()}
        fields={({ base: from, mine, theirs }) => [
          {
            id: 'weights',
            label: m.esg_pillars(),
            base: summary(draftOf(from)),
            mine: summary(mine),
            theirs: summary(draftOf(theirs)),
          },
        ]}
        resolved={({ mine, theirs }, sides) => (sides['weights'] === 'mine' ? mine : draftOf(theirs))}
        errorFallback={m.esg_error_save()}
      />
    </div>
  )
}

/** The weights of a draft, one line per pillar. */
const summary = ({ weights }: Draft): string =>
  esgPillars
    .map(({ pillarId, name, factors }) => {
      const parts = factors.map((one) => `${catalogText(one.name)} ${formatWeight(weights.factors[pillarId]?.[one.factorId] ?? 0)}`)
      return `${catalogText(name)} ${formatWeight(weights.pillars[pillarId] ?? 0)}: ${formatList(parts)}`
    })
    .join('\n')
