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

const rows: readonly (readonly (readonly [HomePart, ComponentType])[])[] = [
  [
    ['attention', Attention],
    ['changes', Changes],
  ],
  [
    ['people', People],
    ['quotas', Quotas],
    ['failures', Failures],
  ],
  [['access', Access]],
]

/** The parts that the person sees, each loading on its own. */
export function HomeParts() {
  const own = partsOf(useCan())
  return rows.map((parts, index) => {
    const shown = parts.filter(([part]) => own.includes(part))
    if (shown.length === 0) return null
    return (
      <div key={index} className={index === 0 ? css.first : css.figures}>
        {shown.map(([part, Shown]) => (
          <Shown key={part} />
        ))}
      </div>
    )
  })
}
