import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { deleteSavedView, patchSavedView, putViewDefault } from '@steward/contract/saved-views/endpoints'
import type { ViewedList } from '@steward/contract/saved-views/lists'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { authState } from '../session/token/state.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { savedViewsQuery, writeStarts } from './start.ts'
import { startsOf } from './startsOf.ts'
import type { ViewContent, ViewDialogProps } from './ViewDialog.tsx'
import { readViewsAgain } from './views.ts'

const ViewDialog = deferred<ViewDialogProps & { open?: boolean }>(async () => (await import('./ViewDialog.tsx')).ViewDialog)

export interface ViewActions {
  /** Asks for the name of a new view. */
  save: () => void
  rename: (view: SavedView) => void
  update: (view: SavedView) => void
  share: (view: SavedView) => void
  setDefault: (view: SavedView) => void
  delete: (view: SavedView) => void
  dialogs: ReactNode
}

interface ViewActionsOptions {
  list: ViewedList
  /** What the list shows now. */
  content: () => ViewContent
  /** A view was saved, and is shown from now on. */
  onSaved: (view: SavedView) => void
  onDeleted: (view: SavedView) => void
}

const patch = ({ savedViewId, version }: SavedView, body: Partial<ViewContent & { name: string; isShared: boolean }>) =>
  api(patchSavedView, { params: { savedViewId }, body, ifMatch: `"${version}"` })

/** Makes a change known before the views are read again: a list that is opened next opens with its default view as it is now. */
function showChange(change: (views: readonly SavedView[]) => SavedView[]): void {
  const known = queryClient.setQueryData(savedViewsQuery.queryKey, (read) => read && { ...read, items: change(read.items) })
  const { user } = authState()
  if (known && user) writeStarts(user.userId, startsOf(known.items))
}

/** What can be done with the views of a list, with the dialogs that ask for more. */
export function useViewActions({ list, content, onSaved, onDeleted }: ViewActionsOptions): ViewActions {
  const [asked, setAsked] = useState<'save' | { kind: 'rename' | 'delete'; view: SavedView }>()
  const close = () => setAsked(undefined)
  const common = {
    onError: (error: unknown) => alertFailure(error, m.views_failed()),
    onSettled: () => void readViewsAgain(),
  }
  const update = useMutation({
    ...common,
    mutationKey: ['SavedViews_update'],
    mutationFn: (view: SavedView) => patch(view, content()),
    onSuccess: (view) => {
      showChange((views) => views.map((one) => (one.savedViewId === view.savedViewId ? view : one)))
      onSaved(view)
      alerts.success(m.views_saved({ name: view.name }))
    },
  })
  const share = useMutation({
    ...common,
    mutationKey: ['SavedViews_share'],
    mutationFn: (view: SavedView) => patch(view, { isShared: !view.isShared }),
    onSuccess: ({ name, isShared }) => alerts.success(isShared ? m.views_is_shared({ name }) : m.views_is_own({ name })),
  })
  const start = useMutation({
    ...common,
    mutationKey: ['SavedViews_default'],
    mutationFn: ({ savedViewId, isDefault }: SavedView) =>
      api(putViewDefault, { params: { list }, body: { savedViewId: isDefault ? null : savedViewId } }),
    onSuccess: (_, { savedViewId, name, isDefault }) => {
      showChange((views) =>
        views.map((view) => (view.list === list ? { ...view, isDefault: view.savedViewId === savedViewId && !isDefault } : view)),
      )
      alerts.success(isDefault ? m.views_default_removed() : m.views_default_set({ name }))
    },
  })
  const deletion = useMutation({
    mutationKey: ['SavedViews_delete'],
    mutationFn: ({ savedViewId, version }: SavedView) => api(deleteSavedView, { params: { savedViewId }, ifMatch: `"${version}"` }),
    onSuccess: (_, view) => {
      showChange((views) => views.filter(({ savedViewId }) => savedViewId !== view.savedViewId))
      onDeleted(view)
      alerts.success(m.views_deleted({ name: view.name }))
    },
    onError: common.onError,
    onSettled: () => {
      close()
      common.onSettled()
    },
  })
  return {
    save: () => setAsked('save'),
    rename: (view) => setAsked({ kind: 'rename', view }),
    update: update.mutate,
    share: share.mutate,
    setDefault: start.mutate,
    delete: (view) => setAsked({ kind: 'delete', view }),
    dialogs:
      asked === undefined ? null : asked === 'save' ? (
        <ViewDialog list={list} content={content} onSaved={onSaved} onClose={close} />
      ) : asked.kind === 'rename' ? (
        <ViewDialog list={list} view={asked.view} content={content} onSaved={() => {}} onClose={close} />
      ) : (
        <ConfirmDialog
          open
          onClose={close}
          title={m.views_delete_title({ name: asked.view.name })}
          confirmLabel={m.views_delete()}
          onConfirm={() => deletion.mutate(asked.view)}
          loading={deletion.isPending}
        >
          <p>{asked.view.isShared ? m.views_delete_shared() : m.views_delete_own()}</p>
        </ConfirmDialog>
      ),
  }
}
