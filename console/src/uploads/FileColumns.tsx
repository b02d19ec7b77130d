import { Download } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { csvFile, saveFile } from '../exports/download.ts'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { Button } from '../ui/form/Button.tsx'
import { RecordSection } from '../ui/record/parts.tsx'
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
  title: string
  /** Of the title's heading. */
  level?: 2 | 3
  columns: readonly FileColumn[]
  note?: string
  template: FileTemplate
}

/** The columns of a file to upload, and a template to download. */
export function FileColumns({ title, level = 3, columns, note, template }: FileColumnsProps) {
  return (
    <RecordSection title={title} level={level}>
      <DescriptionList items={columns.map(({ name, text }) => ({ key: name, term: <Mono>{name}</Mono>, value: text }))} />
      {note === undefined ? null : <p className={css.note}>{note}</p>}
      <div>
        <Button icon={<Download />} onClick={() => saveFile(csvFile(template.lines), template.name)}>
          {m.ui_upload_template()}
        </Button>
      </div>
    </RecordSection>
  )
}
