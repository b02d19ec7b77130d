import { useMatches } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { breakpoints } from '../../theme/breakpoints.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A record is shown beside its list. Not in the address, which is that of its page. */
    peek?: boolean
  }
  interface StaticDataRouteOption {
    /** A record: beside the list of its parent, or a page in its place. Its tabs are child routes. */
    record?: boolean
  }
}

export type RecordView = 'peek' | 'page'

/** For the route of a record: how it is shown, known with its match and not before. */
export const readPeek = ({ location }: { location: { state: { peek?: boolean } } }) => ({ isPeek: location.state.peek === true })

/** For the link of a row: opens the record beside the list, or the page of the one that is there already. */
export const peekState = (isOpen: boolean): { peek?: boolean } => (isOpen ? {} : { peek: true })

interface Match {
  staticData: { record?: boolean }
  context: unknown
}

const query = `(width >= ${breakpoints.desktop}em)`
const hasSpace = () => matchMedia(query).matches
const isPeek = ({ context }: Match) => typeof context === 'object' && context !== null && 'isPeek' in context && context.isPeek === true

/** How the open record is shown; undefined if none is open. Where there is no space for both, it is its page. */
export function recordView(matches: readonly Match[]): RecordView | undefined {
  const record = matches.find(({ staticData }) => staticData.record)
  return record && (isPeek(record) && hasSpace() ? 'peek' : 'page')
}

export function useRecordView(): RecordView | undefined {
  useSyncExternalStore(subscribe, hasSpace)
  return useMatches({ select: recordView })
}

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
