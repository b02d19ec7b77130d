import { useNavigate } from '@tanstack/react-router'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { deferred } from '../../ui/overlay/deferred.tsx'
import type { EditSchemePanelProps } from './EditSchemePanel.tsx'

const EditSchemePanel = deferred<EditSchemePanelProps>(() => import('./EditSchemePanel.tsx').then((module) => module.EditSchemePanel))

/** The form of a scheme, over the list or over its page, while the search parameter `edit` shows it. */
export function EditScheme({ scheme }: { scheme: CurrencyScheme }) {
  const navigate = useNavigate()
  const close = (isSaved = false) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, edit: undefined }), ignoreBlocker: isSaved, resetScroll: false })
  return <EditSchemePanel key={scheme.currencySchemeId} scheme={scheme} onClose={close} />
}
