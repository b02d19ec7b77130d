import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { State } from './State.tsx'

/** What keeps someone from a page: the lack of a role, of a license of their company, or something else. Before sign-in, it isn’t known. */
export type Obstacle = 'role' | 'license' | 'other' | 'unknown'

export interface NoAccessProps {
  /** The permission's label, such as "View users". */
  missing?: string | undefined
  /** Default: the lack of a role. */
  obstacle?: Obstacle | undefined
  /** What exactly is missing. */
  reasons?: ReactNode
  actions?: ReactNode
}

const texts = {
  role: { missing: m.ui_no_access_missing, any: m.ui_no_access_text, who: m.ui_no_access_who },
  license: { missing: m.ui_no_access_missing_license, any: m.ui_no_access_text, who: m.ui_no_access_who_license },
  other: { missing: m.ui_no_access_missing_other, any: m.ui_no_access_text, who: undefined },
  unknown: { missing: m.ui_no_access_missing_unknown, any: m.ui_no_access_unknown, who: undefined },
}

export function NoAccessState({ missing, obstacle = 'role', reasons, actions }: NoAccessProps) {
  const { missing: text, any, who } = texts[obstacle]
  return (
    <State level={1} icon={<Lock />} title={m.ui_no_access_title()} actions={actions}>
      <p>{missing === undefined ? any() : text({ permission: missing })}</p>
      {reasons}
      {who === undefined ? null : <p>{who()}</p>}
    </State>
  )
}
