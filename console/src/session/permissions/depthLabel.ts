import { m } from '@steward/contract/paraglide/messages'
import type { AccessDepth } from '@steward/contract/rules/access-depth'

const labels: Record<AccessDepth, () => string> = { view: m.access_depth_view, run: m.access_depth_run, edit: m.access_depth_edit }

export const depthLabel = (depth: AccessDepth): string => labels[depth]()
