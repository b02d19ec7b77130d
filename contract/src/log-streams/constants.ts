export const logStreamKinds = ['webhook', 'syslog'] as const
export type LogStreamKind = (typeof logStreamKinds)[number]

/** How a webhook's batch is written: as a JSON array, or as JSON Lines. */
export const logStreamFormats = ['array', 'lines'] as const
export type LogStreamFormat = (typeof logStreamFormats)[number]

/** Why a stream is paused: by an administrator, after days of failures, or because the destination answered 410 Gone. */
export const logStreamPauseReasons = ['by_hand', 'failing', 'gone'] as const
export type LogStreamPauseReason = (typeof logStreamPauseReasons)[number]

/** Why an attempt failed. */
export const deliveryFaults = ['status', 'address', 'unknown_host', 'certificate', 'timeout', 'unreachable', 'secret'] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

/** Streams of a tenant. */
export const mostLogStreams = 10
/** The latest attempts that are kept of each stream. */
export const keptDeliveries = 200
/** Waiting entries are counted up to this. */
export const mostCounted = 10_000
/** After this long without success a stream is paused. */
export const failingDays = 3
/** How long the old secret still signs after a rotation. */
export const secretOverlapHours = 24

/** The version of OCSF (Open Cybersecurity Schema Framework) in which events are sent. */
export const ocsfVersion = '1.8.0'
