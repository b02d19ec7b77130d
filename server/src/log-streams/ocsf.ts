import { ocsfVersion } from '@steward/contract/log-streams/constants'

/** Events in OCSF 1.8 (https://schema.ocsf.io/1.8.0): the parts that all classes have. docs/api/log-streams.md documents the mapping. */

const categories = { 3: 'Identity & Access Management', 6: 'Application Activity' } as const

export const classes = {
  accountChange: { uid: 3001, name: 'Account Change' },
  authentication: { uid: 3002, name: 'Authentication' },
  entityManagement: { uid: 3004, name: 'Entity Management' },
  groupManagement: { uid: 3006, name: 'Group Management' },
  apiActivity: { uid: 6003, name: 'API Activity' },
} as const
export type OcsfClass = (typeof classes)[keyof typeof classes]

/** An activity of a class; 99 is "Other", with a name of our own. */
export interface Activity {
  id: number
  name: string
}

export interface OcsfUser {
  name: string
  uid?: string
  type?: string
}

export interface OcsfEvent {
  activity_id: number
  activity_name: string
  category_uid: number
  category_name: string
  class_uid: number
  class_name: string
  type_uid: number
  time: number
  severity_id: number
  severity: string
  status_id: number
  status: string
  message: string
  metadata: {
    version: string
    uid: string
    product: { name: string; vendor_name: string }
    log_name: string
    tenant_uid: string
    event_code: string
    original_time: string
    correlation_uid?: string
  }
  actor?: { user: OcsfUser }
  /** The parts of the class, such as `user` or `entity`. */
  [part: string]: unknown
}

export interface EventBase {
  uid: string
  tenantId: string
  /** ISO 8601 in UTC. */
  at: string
  logName: 'audit' | 'system'
  code: string
  message: string
  isFailure: boolean
  requestId: string | null
}

export function eventOf(base: EventBase, { uid, name }: OcsfClass, activity: Activity, parts: Record<string, unknown>): OcsfEvent {
  const category = uid === classes.apiActivity.uid ? 6 : 3
  return {
    activity_id: activity.id,
    activity_name: activity.name,
    category_uid: category,
    category_name: categories[category],
    class_uid: uid,
    class_name: name,
    type_uid: uid * 100 + activity.id,
    time: Date.parse(base.at),
    severity_id: base.isFailure ? 2 : 1,
    severity: base.isFailure ? 'Low' : 'Informational',
    status_id: base.isFailure ? 2 : 1,
    status: base.isFailure ? 'Failure' : 'Success',
    message: base.message,
    metadata: {
      version: ocsfVersion,
      uid: base.uid,
      product: { name: 'Steward', vendor_name: 'Steward' },
      log_name: base.logName,
      tenant_uid: base.tenantId,
      event_code: base.code,
      original_time: base.at,
      ...(base.requestId === null ? {} : { correlation_uid: base.requestId }),
    },
    ...parts,
  }
}
