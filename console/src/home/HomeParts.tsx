import { type HomePart, partsOf } from '@steward/contract/home/parts'
import type { ComponentType } from 'react'
import { useCan } from '../session/permissions/permissions.ts'
import { Access } from './Access.tsx'
import { Attention } from './Attention.tsx'
import { Changes } from './Changes.tsx'
import { Failures } from './Failures.tsx'
import css from './Home.module.css'
import { People } from './People.tsx'
import { Quotas } from './Quotas.tsx'

const components: Readonly<Record<HomePart, ComponentType>> = {
  attention: Attention,
  people: People,
  changes: Changes,
  quotas: Quotas,
  failures: Failures,
  access: Access,
}

/** The columns of the first row, and those below it with one part each. */
const firstRow: readonly (readonly HomePart[])[] = [['attention', 'people'], ['changes']]
const otherRows: readonly (readonly HomePart[])[] = [['quotas', 'failures'], ['access']]

/** The parts that the person sees, each loading on its own. */
export function HomeParts() {
  const own = partsOf(useCan())
  const columns = firstRow.map((parts) => parts.filter((part) => own.includes(part))).filter((parts) => parts.length > 0)
  const rows = otherRows.map((parts) => parts.filter((part) => own.includes(part))).filter((parts) => parts.length > 0)
  return (
    <>
      {columns.length === 0 ? null : (
        <div className={css.first}>
          {columns.map((parts) => (
            <div key={parts[0]} className={css.column}>
              <Parts parts={parts} />
            </div>
          ))}
        </div>
      )}
      {rows.map((parts) => (
        <div key={parts[0]} className={css.figures}>
          <Parts parts={parts} />
        </div>
      ))}
    </>
  )
}

function Parts({ parts }: { parts: readonly HomePart[] }) {
  return parts.map((part) => {
    const Part = components[part]
    return <Part key={part} />
  })
}
