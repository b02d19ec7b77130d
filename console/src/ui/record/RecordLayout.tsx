import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './RecordFrame.module.css'
import { useRecordView } from './view.ts'

/** A list with the record that is open beside it or in its place. */
export function RecordLayout({ list }: { list: ReactNode }) {
  const view = useRecordView()
  return (
    <>
      {view === 'page' ? null : (
        <div className={css.list} data-peek={view === 'peek' ? '' : undefined}>
          {list}
        </div>
      )}
      <Outlet />
    </>
  )
}
