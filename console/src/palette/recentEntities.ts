/** People, groups and roles recently viewed on this device: only ids are stored; names are loaded when they are shown. */

export const entityKinds = ['users', 'groups', 'roles'] as const
export type EntityKind = (typeof entityKinds)[number]

export interface RecentEntity {
  kind: EntityKind
  id: string
}

const remembered = 6
const keyOf = (userId: string) => `steward.recent-entities.${userId}`
const pattern = /^\/user-administration\/(users|groups|roles)\/([0-9a-f]{8}-[0-9a-f-]{27})(?:\/|$)/

/** The entity that a path shows. */
export function entityAt(pathname: string): RecentEntity | undefined {
  const [, kindName, id] = pattern.exec(pathname) ?? []
  const kind = entityKinds.find((known) => known === kindName)
  return kind === undefined || id === undefined ? undefined : { kind, id }
}

export const pathOf = ({ kind, id }: RecentEntity): string => `/user-administration/${kind}/${id}`

/** Newest first. */
export function recentEntities(userId: string): RecentEntity[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap((path) => (typeof path === 'string' ? (entityAt(path) ?? []) : [])) : []
  } catch {
    return []
  }
}

/** Records that an entity was viewed. */
export function noteEntity(userId: string, pathname: string): void {
  const entity = entityAt(pathname)
  if (entity === undefined) return
  const path = pathOf(entity)
  const others = recentEntities(userId)
    .map(pathOf)
    .filter((other) => other !== path)
  localStorage.setItem(keyOf(userId), JSON.stringify([path, ...others].slice(0, remembered)))
}
