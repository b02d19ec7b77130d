import { useMutation } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { createSavedView, patchSavedView } from '@steward/contract/saved-views/endpoints'
import type { ViewedList } from '@steward/contract/saved-views/lists'
import { savedViewNaming, type SavedView } from '@steward/contract/saved-views/schemas'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Button } from '../ui/form/Button.tsx'
import { FormSwitch, FormTextField } from '../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { readViewsAgain } from './views.ts'

export type ViewContent = Pick<SavedView, 'search' | 'columns' | 'density'>

export interface ViewDialogProps {
  list: ViewedList
  /** The view to rename; undefined for a new one. */
  view?: SavedView
  content: () => ViewContent
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Saves what a list shows as a new view, or renames one. */
export function ViewDialog({ list, view, content, onSaved, onClose }: ViewDialogProps) {
  const mayShare = usePermission('Admin.TenantAdministrator')
  const form = useContractForm({
    schema: savedViewNaming,
    defaultValues: { name: view?.name ?? '', isShared: view?.isShared ?? false },
  })
  const saving = useMutation({
    mutationKey: [view ? 'SavedViews_rename' : 'SavedViews_create'],
    mutationFn: ({ name, isShared }: { name: string; isShared: boolean }) =>
      view
        ? api(patchSavedView, { params: { savedViewId: view.savedViewId }, body: { name }, ifMatch: `"${view.version}"` })
        : api(createSavedView, { body: { list, name, isShared, ...content() } }),
    onSuccess: async (saved) => {
      await readViewsAgain()
      onSaved(saved)
      alerts.success(m.views_saved({ name: saved.name }))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={view ? m.views_rename_title() : m.views_save_title()}
      description={view ? undefined : m.views_save_text()}
    >
      <FormShell
        form={form}
        onSubmit={saving.mutateAsync}
        onDone={onClose}
        submitError={saving.error}
        loading={saving.isPending}
        submitLabel={m.views_save_button()}
        errorFallback={m.views_failed()}
        secondary={<Button onClick={onClose}>{m.ui_cancel()}</Button>}
      >
        <FormTextField control={form.control} name="name" label={m.views_name()} autoComplete="off" />
        {view || !mayShare ? null : <FormSwitch control={form.control} name="isShared" label={m.views_share_field()} />}
      </FormShell>
    </Dialog>
  )
}
