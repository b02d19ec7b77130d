import { ChevronRight } from 'lucide-react'
import { memo, useRef, useState, type KeyboardEvent } from 'react'
import type { JobTask } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../i18n/time.ts'
import { Button } from '../ui/form/Button.tsx'
import { RunningTime } from './Elapsed.tsx'
import panel from './JobPanel.module.css'
import { JobStatus } from './JobStatus.tsx'
import { Section } from './Section.tsx'
import { countTasks, hasSubTasks, parentOf, shownTasks, type ShownTask } from './tasks.ts'
import css from './TaskTree.module.css'

/** Trees up to this size are open at first. */
const mostOpenAtFirst = 40

/** The tasks of a job with their sub-tasks: a tree that opens, closes and is walked with the arrow keys. */
export function TaskTree({ tasks }: { tasks: readonly JobTask[] }) {
  const { total, done } = countTasks(tasks)
  // What was opened or closed here, and what holds for the rest.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [all, setAll] = useState<boolean>()
  const [current, setCurrent] = useState('0')
  const grid = useRef<HTMLTableElement>(null)
  const isOpenAtFirst = all ?? total <= mostOpenAtFirst
  const rows = shownTasks(tasks, (path) => chosen.get(path) ?? isOpenAtFirst)
  const stop = rows.some(({ path }) => path === current) ? current : '0'

  const open = (path: string, isOpen: boolean) => setChosen((before) => new Map(before).set(path, isOpen))
  const openAll = (isOpen: boolean) => {
    setChosen(new Map())
    setAll(isOpen)
  }
  const focus = (path: string | undefined) => {
    if (path === undefined) return
    setCurrent(path)
    grid.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus()
  }
  const move = (event: KeyboardEvent) => {
    // Within a row only its button takes keys of its own.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const index = rows.findIndex(({ path }) => path === stop)
    const row = rows[index]
    if (row === undefined) return
    const act = actionOf(event.key, row, rows, index)
    if (act === undefined) return
    event.preventDefault()
    if ('open' in act) open(row.path, act.open)
    else focus(act.to)
  }

  if (tasks.length === 0) {
    return (
      <Section title={m.job_tasks()}>
        <p className={panel.muted}>{m.job_no_tasks()}</p>
      </Section>
    )
  }
  const isAnyClosed = rows.some(({ isOpen }) => isOpen === false)
  return (
    <Section
      title={m.job_tasks()}
      aside={
        <>
          <span className={panel.muted}>{m.job_tasks_done({ done: formatNumber(done), total: formatNumber(total) })}</span>
          {hasSubTasks(tasks) ? (
            <Button small kind="quiet" onClick={() => openAll(isAnyClosed)}>
              {isAnyClosed ? m.job_expand_all() : m.job_collapse_all()}
            </Button>
          ) : null}
        </>
      }
    >
      {/* A tree of rows is a grid that opens and closes. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="treegrid" className={css.tree} aria-label={m.job_tasks()} ref={grid} onKeyDown={move}>
        <thead role="rowgroup" className={css.head}>
          <tr role="row">
            <th role="columnheader">{m.job_task_name()}</th>
            <th role="columnheader" className={css.status}>
              {m.jobs_column_status()}
            </th>
            <th role="columnheader" className={css.duration}>
              {m.jobs_column_duration()}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ task, path, level, position, siblings, isOpen }) => (
            <TaskRow
              key={path}
              task={task}
              path={path}
              level={level}
              position={position}
              siblings={siblings}
              isOpen={isOpen}
              isStop={path === stop}
              onOpen={open}
              onFocus={setCurrent}
            />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** Opens or closes the row, or moves to another. */
type Act = { open: boolean } | { to: string | undefined }

function actionOf(key: string, row: ShownTask, rows: readonly ShownTask[], index: number): Act | undefined {
  switch (key) {
    case 'ArrowDown':
      return { to: rows[index + 1]?.path }
    case 'ArrowUp':
      return { to: rows[index - 1]?.path }
    case 'Home':
      return { to: rows[0]?.path }
    case 'End':
      return { to: rows.at(-1)?.path }
    case 'ArrowRight':
      if (row.isOpen === undefined) return undefined
      return row.isOpen ? { to: `${row.path}.0` } : { open: true }
    case 'ArrowLeft':
      if (row.isOpen) return { open: false }
      return row.level > 1 ? { to: parentOf(row.path) } : undefined
    case 'Enter':
    case ' ':
      return row.isOpen === undefined ? undefined : { open: !row.isOpen }
    default:
      return undefined
  }
}

interface TaskRowProps extends ShownTask {
  /** The row that Tab leads to. */
  isStop: boolean
  onOpen: (path: string, isOpen: boolean) => void
  onFocus: (path: string) => void
}

const TaskRow = memo(function TaskRow({ task, path, level, position, siblings, isOpen, isStop, onOpen, onFocus }: TaskRowProps) {
  return (
    <tr
      role="row"
      className={css.row}
      data-path={path}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(path)}
    >
      <td role="gridcell" className={css.name} style={{ paddingInlineStart: (level - 1) * 20 }}>
        {isOpen === undefined ? (
          <span className={css.leaf} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={css.toggle}
            aria-label={isOpen ? m.job_hide_tasks({ name: task.name }) : m.job_show_tasks({ name: task.name })}
            onClick={() => onOpen(path, !isOpen)}
          >
            <ChevronRight aria-hidden />
          </button>
        )}
        <span className={css.text}>
          {task.name}
          {task.message === '' ? null : <span className={css.message}>{task.message}</span>}
        </span>
      </td>
      <td role="gridcell" className={css.status}>
        <JobStatus of={task} />
      </td>
      <td role="gridcell" className={css.duration}>
        <RunningTime of={task} />
      </td>
    </tr>
  )
})
