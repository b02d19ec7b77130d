import { useEffect, useRef } from 'react'
import type { MenuAction } from './Menu.tsx'

/** What can be done now with something of the page: the open record, or the selection of its list. The command palette shows it. */
export interface Offer {
  title: string
  actions: readonly MenuAction[]
}

/** Newest last. */
const offers = new Set<() => Offer>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Calls back when an offer comes or goes, and when its actions can be others. */
export function onOffers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers actions for as long as the component is there; they are asked for when they are shown. */
export function useOffer(offer: () => Offer): void {
  const latest = useRef(offer)
  useEffect(() => {
    latest.current = offer
    tell()
  })
  useEffect(() => {
    const current = () => latest.current()
    offers.add(current)
    tell()
    return () => {
      offers.delete(current)
      tell()
    }
  }, [])
}

/** What is offered now, the most recent first. */
export const currentOffers = (): Offer[] => [...offers].reverse().map((offer) => offer())
