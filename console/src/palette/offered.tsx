import { m } from '@steward/contract/paraglide/messages'
import { CornerDownRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { currentOffers, onOffers } from '../ui/overlay/offers.ts'
import type { Section } from './commands.ts'

/** The actions of the open record and of the selection. */
export function useOfferedSections(): Section[] {
  const [sections, setSections] = useState(offeredSections)
  useEffect(() => onOffers(() => setSections(offeredSections())), [])
  return sections
}

const offeredSections = (): Section[] =>
  currentOffers().map(({ title, actions }, index) => ({
    id: `offer-${index}`,
    title: m.palette_offered({ name: title }),
    commands: actions.map(({ label, icon, disabledReason, onSelect }) => ({
      id: `offer:${index}:${label}`,
      label,
      detail: disabledReason ?? title,
      icon: icon === undefined ? CornerDownRight : () => <>{icon}</>,
      isDisabled: disabledReason !== undefined,
      target: { act: onSelect },
    })),
  }))
