import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { PanelBody, SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { isMissing } from './single.ts'

interface ItemPanelProps<Item> {
  query: UseQueryResult<Item>
  /** Until there is an item. */
  title: string
  gone: { title: string; text: string }
  errorFallback: string
  onClose: () => void
  /** The panel of the item. */
  children: (item: Item) => ReactNode
}

/** One item over its list: its own panel, or why there isn’t one. */
export function ItemPanel<Item>({ query, title, gone, errorFallback, onClose, children }: ItemPanelProps<Item>) {
  const missing = isMissing(query.error)
  if (query.data !== undefined && !missing) return children(query.data)
  return (
    <SidePanel title={title} onClose={onClose}>
      <PanelBody>
        {missing ? (
          <EmptyState title={gone.title}>{gone.text}</EmptyState>
        ) : (
          <PendingState query={query} fallback={errorFallback} lines={6} />
        )}
      </PanelBody>
    </SidePanel>
  )
}
