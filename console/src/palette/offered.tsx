import { m } from '@steward/contract/paraglide/messages'
import { CornerDownRight } from 'lucide-react'
import { currentOffers } from '../ui/overlay/offers.ts'
import type { Section } from './commands.ts'

/** The actions of the open record and of the selection, as they were when the palette opened. */
export const offeredSections = (): Section[] =>
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
