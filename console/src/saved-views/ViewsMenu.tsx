import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ViewedList } from '@steward/contract/saved-views/lists'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { usePermission } from '../session/permissions/permissions.ts'
import { useAuth } from '../session/token/state.ts'
import { usePreferences } from '../theme/preferences.ts'
import { Button } from '../ui/form/Button.tsx'
import { Menu, MenuGroup, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/overlay/Menu.tsx'
import { storedLayout, storeLayout, useSavedViewId, useTableLayout } from '../ui/table/layout.ts'
import css from './SavedViews.module.css'
import { readStarts, savedViewsQuery, writeStarts } from './start.ts'
import { startsOf } from './startsOf.ts'
import { useViewActions, type ViewActions } from './useViewActions.tsx'
import { columnsOf, layoutOf, searchOf, searchText } from './views.ts'

export interface ViewsMenuProps {
  list: ViewedList
  /** The name of the `DataTable`, if it differs. */
  table?: string
  /** The page's own reader of search parameters. */
  read: (raw: Record<string, unknown>) => object
}

/** The saved views of a list: which one it shows, whether it was changed since, and what can be done with it. */
export function ViewsMenu({ list, table = list, read }: ViewsMenuProps) {
  const query = useQuery(savedViewsQuery)
  const all = query.data?.items
  const views = all?.filter((view) => view.list === list) ?? []
  const id = useSavedViewId()
  const shown = views.find((view) => view.savedViewId === id)
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = searchText(read(raw))
  const [layout] = useTableLayout(table)
  const { density } = usePreferences()
  const isChanged = shown !== undefined && (layout.isChanged === true || search !== searchText(read(searchOf(shown))))
  const navigate = useNavigate()
  const show = (next: Record<string, unknown>) =>
    // Each page validates its own parameters.
    void navigate({ to: '.', search: next as never, state: true })
  const open = (view: SavedView) => {
    storeLayout(table, view.savedViewId, layoutOf(view))
    show(searchOf(view))
  }
  useStarts(all, list, open)
  useViewLayout(table, shown)
  const actions = useViewActions({
    list,
    content: () => ({ search, columns: columnsOf(layout), density: layout.density ?? density }),
    onSaved: open,
    onDeleted: (view) => {
      storeLayout(table, view.savedViewId, undefined)
      if (view.savedViewId === id) show({ ...read(raw), savedView: undefined })
    },
  })
  const choose = (chosen: string) => {
    const view = views.find((one) => one.savedViewId === chosen)
    if (view) open(view)
    else show({})
  }
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={<Bookmark />}>
            <span className={css.name}>
              {shown === undefined ? m.views_title() : isChanged ? m.views_changed({ name: shown.name }) : shown.name}
            </span>
          </Button>
        }
      >
        <Choices views={views} shown={shown} onChoose={choose} />
        {query.isError ? (
          <MenuGroup label={m.views_failed_list()}>
            <MenuItem label={m.ui_retry()} onSelect={() => void query.refetch()} />
          </MenuGroup>
        ) : null}
        <MenuItem label={m.views_save()} onSelect={actions.save} />
        {shown ? <OfView view={shown} isChanged={isChanged} actions={actions} onReset={() => open(shown)} /> : null}
      </Menu>
      {actions.dialogs}
    </>
  )
}

/** The user's own views and the shared ones. */
function Choices({ views, shown, onChoose }: { views: SavedView[]; shown: SavedView | undefined; onChoose: (id: string) => void }) {
  if (views.length === 0) return null
  const optionsOf = (some: SavedView[]) =>
    some.map((view) => ({ value: view.savedViewId, label: view.name, detail: view.isDefault ? m.views_opens() : undefined }))
  const own = optionsOf(views.filter((view) => !view.isShared))
  const shared = optionsOf(views.filter((view) => view.isShared))
  const value = shown?.savedViewId ?? ''
  return (
    <>
      <MenuRadioGroup
        label={m.views_own()}
        value={value}
        options={[{ value: '', label: m.views_none() }, ...own]}
        onChange={onChoose}
        closesOnChange
      />
      {shared.length > 0 ? (
        <MenuRadioGroup label={m.views_shared()} value={value} options={shared} onChange={onChoose} closesOnChange />
      ) : null}
      <MenuSeparator />
    </>
  )
}

interface OfViewProps {
  view: SavedView
  isChanged: boolean
  actions: ViewActions
  onReset: () => void
}

/** What can be done with the view that the list shows. */
function OfView({ view, isChanged, actions, onReset }: OfViewProps) {
  const mayShare = usePermission('Admin.TenantAdministrator')
  const reason = view.isShared && !mayShare ? m.views_share_reason() : undefined
  return (
    <>
      <MenuSeparator />
      <MenuGroup label={view.name}>
        <MenuItem
          label={m.views_update()}
          disabledReason={reason ?? (isChanged ? undefined : m.views_unchanged())}
          onSelect={() => actions.update(view)}
        />
        {isChanged ? <MenuItem label={m.views_reset()} onSelect={onReset} /> : null}
        <MenuItem label={m.views_rename()} disabledReason={reason} onSelect={() => actions.rename(view)} />
        <MenuItem
          label={view.isShared ? m.views_unshare() : m.views_share()}
          disabledReason={mayShare ? undefined : m.views_share_reason()}
          onSelect={() => actions.share(view)}
        />
        <MenuItem label={view.isDefault ? m.views_default_end() : m.views_default()} onSelect={() => actions.setDefault(view)} />
        <MenuItem label={m.views_delete()} danger disabledReason={reason} onSelect={() => actions.delete(view)} />
      </MenuGroup>
    </>
  )
}

/**
 * Remembers the default views on this device, and opens the one of this list if the device knew of none of any list. If it knew others,
 * or that there are none, the list stays as it is until it is opened again.
 */
function useStarts(views: readonly SavedView[] | undefined, list: ViewedList, open: (view: SavedView) => void): void {
  const userId = useAuth().user?.userId
  const router = useRouter()
  const isFirst = useRef(true)
  useEffect(() => {
    if (views === undefined || userId === undefined) return
    const start = views.find((view) => view.isDefault && view.list === list)
    const isKnown = !isFirst.current || readStarts(userId) !== undefined
    isFirst.current = false
    writeStarts(userId, startsOf(views))
    if (start && !isKnown && router.latestLocation.searchStr === '') open(start)
    // Once for each set of views; `open` is a new function each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [views])
}

/** Follows the layout of the shown view, until the user changes it. */
function useViewLayout(table: string, view: SavedView | undefined): void {
  useEffect(() => {
    if (view === undefined || storedLayout(table, view.savedViewId)?.isChanged) return
    storeLayout(table, view.savedViewId, layoutOf(view))
  }, [table, view])
}
