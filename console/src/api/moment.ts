import { useSyncExternalStore } from 'react'
import type { CallInput, Endpoint } from '@steward/contract/http'

/** A moment from a raw search parameter, in ISO 8601. */
export function momentParam(raw: unknown): string | undefined {
  const at = typeof raw === 'string' ? Date.parse(raw) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

interface MomentSearch {
  moment?: string | undefined
}

/** The search parameter of every page, which all links keep. */
export function momentSearch({ moment: raw }: Record<string, unknown>): MomentSearch {
  const moment = momentParam(raw)
  return moment === undefined ? {} : { moment }
}

/** Keeps the moment in every link that has none of its own. */
export function keepMoment({ search, next }: { search: MomentSearch; next: (search: MomentSearch) => MomentSearch }): MomentSearch {
  const target = next(search)
  return search.moment === undefined || 'moment' in target ? target : { ...target, moment: search.moment }
}

let shown: string | undefined
const listeners = new Set<() => void>()

/** The moment of the past that the console shows, in ISO 8601; undefined is now. */
export const shownMoment = (): string | undefined => shown

/** What every link keeps of the address. */
export const keptSearch = (): { moment?: string } => (shown === undefined ? {} : { moment: shown })

export function showMoment(moment: string | undefined): void {
  if (moment === shown) return
  shown = moment
  for (const listener of listeners) listener()
}

export function onMoment(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShownMoment = (): string | undefined => useSyncExternalStore(onMoment, shownMoment)

/** The input of a read, with the moment that the console shows. */
export const atShownMoment = <E extends Endpoint>(endpoint: E, input: CallInput<E>): CallInput<E> =>
  shown === undefined || !endpoint.hasPast
    ? input
    : // Its schema has `asOf`: a test of the contract says so.
      ({ ...input, query: { asOf: shown, ...(input as { query?: object }).query } } as CallInput<E>)

/** Whether a call would change something that the console shows as it was. What people change of their own stays possible. */
export const isPastRefused = ({ method, isRead, access }: Endpoint): boolean =>
  shown !== undefined && method !== 'GET' && !isRead && 'permission' in access

/** Not sent: it would change the present. */
export class PastRefusedError extends Error {
  override name = 'PastRefusedError'
}
