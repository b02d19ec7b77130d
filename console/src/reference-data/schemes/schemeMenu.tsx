import { Pencil, Star } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import type { MenuAction } from '../../ui/overlay/Menu.tsx'
import { statusAction } from '../shared/statusAction.tsx'
import { deactivateReason, defaultReason } from './permissions.ts'
import type { SchemeActions } from './useSchemeActions.tsx'

/** A scheme's actions, in its table row. */
export function schemeMenu(
  scheme: CurrencyScheme,
  { reason, actions, onEdit }: { reason: string | undefined; actions: SchemeActions; onEdit: (scheme: CurrencyScheme) => void },
): MenuAction[] {
  return [
    { label: m.schemes_edit(), icon: <Pencil />, disabledReason: reason, onSelect: () => onEdit(scheme) },
    {
      label: m.schemes_set_default(),
      icon: <Star />,
      disabledReason: reason ?? defaultReason(scheme),
      onSelect: () => actions.makeDefault(scheme),
    },
    statusAction(scheme, actions.status, reason ?? deactivateReason(scheme)),
  ]
}
