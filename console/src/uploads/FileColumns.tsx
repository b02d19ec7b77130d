import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { csvFile, saveFile } from '../exports/download.ts'
import { Button } from '../ui/form/Button.tsx'
import css from './FileColumns.module.css'

/** A column of a file and what it means. */
export interface FileColumn {
  name: string
  text: string
}

/** The header and an example, to download. */
export interface FileTemplate {
  name: string
  lines: readonly (readonly string[])[]
}

interface FileColumnsProps {
  heading: ReactNode
  columns: readonly FileColumn[]
  note?: string
  template: FileTemplate
}

/** The columns of a file to upload, and a template to download. */
export function FileColumns({ heading, columns, note, template }: FileColumnsProps) {
  return (
    <section className={css.section}>
      {heading}
      <dl className={css.columns}>
        {columns.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {note === undefined ? null : <p className={css.note}>{note}</p>}
      <div>
        <Button icon={<Download />} onClick={() => saveFile(csvFile(template.lines), template.name)}>
          {m.users_import_template()}
        </Button>
      </div>
    </section>
  )
}
