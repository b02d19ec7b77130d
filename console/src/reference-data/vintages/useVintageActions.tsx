import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, FileUp, ListChecks, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../../api/alertFailure.ts'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import type { MenuAction } from '../../ui/overlay/Menu.tsx'
import { downloadRates } from '../rates/queries.ts'
import { useEditReason } from '../schemes/permissions.ts'
import { publishedReason, publishReason } from './labels.tsx'
import { schemeTables } from '../schemes/queries.ts'
import { removeDraft } from './queries.ts'

const path = '/reference-data/currencies/currency-schemes/$scheme/$version'

export interface VintageActions {
  /** The actions on one vintage, for its row and its page. */
  menu: (vintage: Vintage) => MenuAction[]
  download: (vintage: Vintage) => void
  isDownloading: boolean
  /** The confirmation dialog; the caller renders it. */
  dialogs: ReactNode
}

/** Opens, downloads and deletes vintages. `onDeleted` runs after a draft was deleted. */
export function useVintageActions(onDeleted: () => void = () => {}): VintageActions {
  const navigate = useNavigate()
  const reason = useEditReason()
  const [deleting, setDeleting] = useState<Vintage>()
  const download = useMutation({
    mutationKey: ['download_rates'],
    mutationFn: downloadRates,
    onError: (error) => alertFailure(error, m.rates_error_download()),
  })
  const deletion = useMutation({
    mutationKey: ['CurrencyVintage_delete'],
    mutationFn: removeDraft,
    onSuccess: (_, { vintage }) => {
      alerts.success(m.vintages_deleted({ vintage }))
      onDeleted()
    },
    onError: (error) => alertFailure(error, m.vintages_error_delete()),
    onSettled: () => {
      setDeleting(undefined)
      return invalidateTables(schemeTables)
    },
  })
  const open = (vintage: Vintage, tab: 'upload' | 'review') =>
    void navigate({ to: `${path}/${tab}`, params: { scheme: vintage.currencySchemeCode, version: vintage.vintage } })
  return {
    menu: (vintage) => [
      {
        label: m.rates_upload(),
        icon: <FileUp />,
        disabledReason: reason ?? publishedReason(vintage),
        onSelect: () => open(vintage, 'upload'),
      },
      {
        label: m.vintages_review(),
        icon: <ListChecks />,
        disabledReason: publishReason(vintage),
        onSelect: () => open(vintage, 'review'),
      },
      {
        label: m.rates_download(),
        icon: <Download />,
        disabledReason: vintage.rateCount === 0 ? m.rates_download_empty() : undefined,
        onSelect: () => download.mutate(vintage),
      },
      {
        label: m.vintages_delete(),
        icon: <Trash2 />,
        danger: true,
        disabledReason: reason ?? publishedReason(vintage),
        onSelect: () => setDeleting(vintage),
      },
    ],
    download: download.mutate,
    isDownloading: download.isPending,
    dialogs: deleting ? (
      <ConfirmDialog
        open
        onClose={() => setDeleting(undefined)}
        title={m.vintages_delete_title({ vintage: deleting.vintage })}
        confirmLabel={m.vintages_delete_confirm({ vintage: deleting.vintage })}
        onConfirm={() => deletion.mutate(deleting)}
        loading={deletion.isPending}
      >
        <p>{m.vintages_delete_text({ count: deleting.rateCount })}</p>
      </ConfirmDialog>
    ) : null,
  }
}
