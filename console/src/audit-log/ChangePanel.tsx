import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ExternalLink, Undo2 } from 'lucide-react'
import type { AuditChangeDetail, ChangedField } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { isGone } from '../api/problem.ts'
import { askUndo } from '../api/undo.ts'
import { formatList } from '../i18n/format.ts'
import { formatMoment } from '../i18n/time.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { Badge, Status } from '../ui/display/Badge.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { BeforeAfter } from '../ui/display/ChangedFields.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { fieldLabel, valueLabel } from '../change-text/fields.ts'
import { entityLink } from './entityLink.ts'
import { actorKind, actorName, entityName, kindOf, typeLabels, typeTones } from '../change-text/labels.ts'
import { changeQuery } from './queries.ts'
import { finalReason } from './finalReason.ts'
import { undoReason } from './undoReason.ts'
import css from './ChangePanel.module.css'

const path = '/monitoring/audit-log'

/** One change with all its fields: who, when, from what to what, and what became of it. */
export function ChangePanel({ cursor }: { cursor: string }) {
  const navigate = useNavigate()
  const query = useQuery(changeQuery(cursor))
  const change = query.data
  const title = change ? entityName(change) : m.audit_change()
  useDocumentTitle(title)
  const missing = isGone(query.error)
  return (
    <SidePanel
      title={title}
      description={change ? kindOf(change) : undefined}
      size="medium"
      onClose={() => void navigate({ to: path, search: true })}
    >
      <PanelBody>
        {change && !missing ? (
          <Details change={change} />
        ) : missing ? (
          <EmptyState title={m.audit_change_gone_title()}>{m.audit_change_gone_text()}</EmptyState>
        ) : (
          <PendingState query={query} fallback={m.audit_error_change()} lines={10} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

function Details({ change }: { change: AuditChangeDetail }) {
  const link = entityLink(change)
  const name = entityName(change)
  const kind = actorKind(change.actorType)
  const actor = actorName(change)
  return (
    <div className={css.page}>
      <div className={css.actions}>
        {link ? (
          <ButtonLink icon={<ExternalLink />} link={link}>
            {m.audit_open_entity({ name })}
          </ButtonLink>
        ) : null}
        <UndoOf change={change} />
      </div>
      {change.entity.isGone === true && change.type !== 'Delete' ? <Gone change={change} /> : null}
      <DescriptionList
        items={[
          { term: m.audit_column_type(), value: <Status tone={typeTones[change.type]}>{typeLabels[change.type]()}</Status> },
          {
            term: m.audit_column_actor(),
            value: (
              <span className={css.actor}>
                {actor}
                {kind === undefined || kind === actor ? null : <Badge>{kind}</Badge>}
              </span>
            ),
          },
          { term: m.audit_column_time(), value: <Moment time={change.occurredAt} /> },
          { term: m.audit_entity_id(), value: <Mono>{change.entityId}</Mono> },
          { term: m.audit_request(), value: change.requestId === null ? '–' : <Mono>{change.requestId}</Mono> },
        ]}
      />
      <section className={css.part}>
        <h3>{m.audit_column_changed()}</h3>
        <dl className={css.values}>
          {change.fields.map((field, index) => (
            <div key={index}>
              <dt>{fieldLabel({ category: change.category, fieldName: field.fieldName })}</dt>
              <dd>
                <Values field={field} type={change.type} />
              </dd>
            </div>
          ))}
        </dl>
        {change.fieldCount > change.fields.length ? (
          <p className={css.muted}>{m.audit_more_fields({ count: change.fieldCount - change.fields.length })}</p>
        ) : null}
      </section>
      <nav className={css.links} aria-label={m.audit_search()}>
        <Link to={path} search={{ entity: [change.entityId], days: 92, view: 'change' }}>
          {m.audit_only_entity({ name })}
        </Link>
        <Link to={path} search={{ actor: [change.actorId], days: 92, view: 'change' }}>
          {m.audit_only_actor({ name: actor })}
        </Link>
        {change.requestId === null ? null : (
          <Link to={path} search={{ q: change.requestId, days: 92 }}>
            {m.audit_only_request()}
          </Link>
        )}
      </nav>
    </div>
  )
}

/** Takes back everything that the request did, or says that it was taken back. */
function UndoOf({ change }: { change: AuditChangeDetail }) {
  const reason = undoReason([change], useCan())
  const mark = change.change
  if (mark?.undoneBy) return <Badge>{m.changes_undone()}</Badge>
  if (!mark) return null
  if (!mark.isUndoable) return <p className={css.muted}>{finalReason([change])}</p>
  const title = `${kindOf(change)} ${entityName(change)}: ${typeLabels[change.type]()}`
  return (
    <Button icon={<Undo2 />} disabledReason={reason} onClick={() => askUndo({ changeId: mark.changeId, title })}>
      {m.changes_undo()}
    </Button>
  )
}

/** The values of a field; what was created or deleted has only one. */
function Values({ field, type }: { field: ChangedField; type: AuditChangeDetail['type'] }) {
  const before = valueLabel(field.fieldName, field.previousValue)
  const after = valueLabel(field.fieldName, field.currentValue)
  if (before === null && after !== null && field.subjectId !== null) return m.audit_added({ name: after })
  if (after === null && before !== null && field.subjectId !== null) return m.audit_removed({ name: before })
  if (type === 'Create' && before === null) return after
  if (type === 'Delete' && after === null) return before
  return <BeforeAfter before={before} after={after} />
}

function Moment({ time }: { time: string }) {
  return (
    <>
      {formatMoment(time)} (<RelativeTime value={time} />)
    </>
  )
}

/** What is left of something that was deleted. */
function Gone({ change }: { change: AuditChangeDetail }) {
  const fields = Map.groupBy(change.lastState ?? [], ({ fieldName }) => fieldName)
  return (
    <>
      <Callout tone="info" title={m.audit_gone_title({ name: entityName(change) })}>
        {change.deletedAt === null
          ? undefined
          : m.audit_gone_by({ actor: change.deletedByName ?? '–', time: formatMoment(change.deletedAt) })}
      </Callout>
      {fields.size === 0 ? null : (
        <section className={css.part}>
          <h3>{m.audit_last_state()}</h3>
          <p className={css.muted}>{m.audit_last_state_text()}</p>
          <DescriptionList
            items={[...fields].map(([fieldName, values]) => ({
              key: fieldName,
              term: fieldLabel({ category: change.category, fieldName }),
              value: formatList(values.map(({ value }) => valueLabel(fieldName, value) ?? '–')),
            }))}
          />
        </section>
      )}
    </>
  )
}
