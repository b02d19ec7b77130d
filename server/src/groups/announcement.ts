import type { TenantTransaction } from '../db/tenant.ts'
import { publish } from '../notifications/publish.ts'

/** What happened to a group, and the actor. */
export interface GroupAnnouncement {
  messageType: 'GroupCreated' | 'GroupUpdated' | 'GroupDeleted'
  groupId: string
  groupName: string
  actorName: string
}

/** Notifies everyone with the permission to see it, when the transaction commits. */
export type AnnounceGroup = (tx: TenantTransaction, announcement: GroupAnnouncement) => Promise<void>

export const announceGroupAt =
  (now: () => Date): AnnounceGroup =>
  (tx, { messageType, groupId, ...parameters }) =>
    publish(tx, { messageType, parameters, GroupId: groupId }, now())
