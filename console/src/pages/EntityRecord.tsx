import { Outlet } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { useShownMoment } from '../api/moment.ts'
import { isGone } from '../api/problem.ts'
import { useDocumentTitle } from './titles.ts'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState, SkeletonLines, type Reading } from '../ui/display/states.tsx'
import type { TabLink } from '../ui/display/TabLinks.tsx'
import { RecordFrame, type RecordFact, type RecordFrameProps } from '../ui/record/RecordFrame.tsx'

/** The part of a query's result that a record uses. */
interface RecordQuery<Entity> extends Reading {
  /** Without an entity if a list does not include it. */
  data: { data: Entity | undefined } | undefined
}

interface EntityRecordProps<Entity> extends Pick<RecordFrameProps, 'kind' | 'link' | 'onClose'> {
  query: RecordQuery<Entity>
  nameOf: (entity: Entity) => string
  /** Title of the browser tab until the record is loaded. */
  listTitle: string
  statusOf: (entity: Entity) => ReactNode
  factsOf: (entity: Entity) => readonly RecordFact[]
  actionsOf: (entity: Entity) => ReactNode
  /** Child routes; the first one is the record's own address. */
  tabsOf: (entity: Entity) => readonly TabLink[]
  /** For a record that was deleted, or whose address is wrong. */
  gone: { title: string; text: string }
  errorFallback: string
}

/** A record with its tabs as child routes: what every kind shows while it loads, when it failed, and once it was deleted. */
export function EntityRecord<Entity>(props: EntityRecordProps<Entity>) {
  const { query, kind, nameOf } = props
  const isPast = useShownMoment() !== undefined
  const gone = isPast ? { title: m.access_as_of_gone_title(), text: m.access_as_of_gone_text() } : props.gone
  const entity = query.data?.data
  const isDeleted = isGone(query.error) || (query.data !== undefined && entity === undefined)
  const title = entity === undefined ? undefined : nameOf(entity)
  useDocumentTitle(title ?? props.listTitle)
  return (
    <RecordFrame
      title={title ?? kind}
      kind={kind}
      status={entity === undefined ? undefined : props.statusOf(entity)}
      link={props.link}
      onClose={props.onClose}
      {...(entity === undefined || isDeleted
        ? {}
        : { facts: props.factsOf(entity), actions: props.actionsOf(entity), tabs: props.tabsOf(entity) })}
    >
      {isDeleted ? (
        <EmptyState title={gone.title}>{gone.text}</EmptyState>
      ) : entity !== undefined ? (
        <Suspense fallback={<SkeletonLines count={8} />}>
          <Outlet />
        </Suspense>
      ) : (
        <PendingState query={query} fallback={props.errorFallback} lines={10} />
      )}
    </RecordFrame>
  )
}
