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

interface Texts {
  missing: typeof m.ui_no_access_missing
  /** Where no permission is named. */
  any?: () => string
  /** Who can help. */
  who?: () => string
}

const texts: Record<Obstacle, Texts> = {
  role: { missing: m.ui_no_access_missing, who: m.ui_no_access_who },
  license: { missing: m.ui_no_access_missing_license, who: m.ui_no_access_who_license },
  other: { missing: m.ui_no_access_missing_other },
  unknown: { missing: m.ui_no_access_missing_unknown, any: m.ui_no_access_unknown },
}

export function NoAccessState({ missing, obstacle = 'role', reasons, actions }: NoAccessProps) {
  const { missing: text, any = m.ui_no_access_text, who } = texts[obstacle]
  return (
    <State level={1} icon={<Lock />} title={m.ui_no_access_title()} actions={actions}>
      <p>{missing === undefined ? any() : text({ permission: missing })}</p>
      {reasons}
      {who === undefined ? null : <p>{who()}</p>}
    </State>
  )
}
