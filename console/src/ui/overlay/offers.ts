import { useEffect, useRef } from 'react'
import type { MenuAction } from './Menu.tsx'

/** What can be done now with something of the page: the open record, or the selection of its list. The command palette shows it. */
export interface Offer {
  title: string
  actions: readonly MenuAction[]
}

/** Newest last. */
const offers = new Set<() => Offer>()

/** Offers actions for as long as the component is there; they are asked for when they are shown. */
export function useOffer(offer: () => Offer): void {
  const latest = useRef(offer)
  useEffect(() => {
    latest.current = offer
  })
  useEffect(() => {
    const current = () => latest.current()
    offers.add(current)
    return () => void offers.delete(current)
  }, [])
}

/** What is offered now, the most recent first. */
export const currentOffers = (): Offer[] => [...offers].reverse().map((offer) => offer())
