import { z } from 'zod'
import { entityId, timestamp } from '../fields.ts'
import { exactText, keyText, lineText, secretText } from '../text.ts'

const tenantName = keyText(64).meta({ example: 'demo' })
const username = keyText(320).meta({ example: 'ada.lindqvist@northwind-re.example' })
const password = secretText(256)

/** The user session of the first specification file, section 3. `apps` always includes `rms-owl`. */
export const sessionUserSchema = z.strictObject({
  userId: z.uuid(),
  username: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** The tenant's display name, otherwise its name. */
  company: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  apps: z.array(z.string()),
  roles: z.array(z.string()),
  identityProvider: z.string().nullable(),
  isFederated: z.boolean(),
})
export type SessionUser = z.output<typeof sessionUserSchema>

export const signedInSchema = z.strictObject({
  accessToken: z.string(),
  expiresIn: z.number().int().meta({ description: 'Seconds until the access token ends' }),
  sessionId: z.uuid(),
  user: sessionUserSchema,
})
export type SignedIn = z.output<typeof signedInSchema>

export const signInMethodsQuery = z.strictObject({ tenantName: tenantName.optional(), email: lineText(320).min(1).optional() })

export const signInMethodsResponse = z.strictObject({
  tenantName: z.string().nullable().meta({ description: 'The tenant asked for, or the one of the domain' }),
  password: z.boolean(),
  identityProvider: z.string().nullable().meta({ description: "The provider's name if the tenant uses single sign-on" }),
})

export const loginBody = z.strictObject({ tenantName, username, password })

export const forgotPasswordBody = z.strictObject({ tenantName, username })

export const readPasswordLinkBody = z.strictObject({ token: exactText(200).min(1) })

export const readPasswordLinkResponse = z.strictObject({
  kind: z.enum(['activation', 'reset']),
  tenantName: z.string(),
  company: z.string(),
  username: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  expiresAt: timestamp,
})

export const setPasswordByLinkBody = z.strictObject({ token: exactText(200).min(1), newPassword: password })

export const setPasswordByLinkResponse = z.strictObject({ tenantName: z.string(), username: z.string() })

export const readReportLinkBody = z.strictObject({ token: exactText(200).min(1) })

export const readReportLinkResponse = z.strictObject({
  tenantName: z.string(),
  company: z.string(),
  username: z.string(),
  resetsPassword: z.boolean().meta({ description: 'Whether a report also invalidates the password and emails a link to set a new one' }),
  expiresAt: timestamp,
})

export const reportSignInBody = z.strictObject({ token: exactText(200).min(1) })

export const reportSignInResponse = z.strictObject({
  tenantName: z.string(),
  username: z.string(),
  endedSessions: z.number().int(),
  removedFactors: z.number().int().meta({ description: 'Second factors that were added since what was reported' }),
  resetsPassword: z.boolean().meta({ description: 'Whether a link to set a new password was emailed' }),
})

export const changePasswordBody = z.strictObject({ oldPassword: password, newPassword: password })

export const profileSchema = sessionUserSchema.extend({
  status: z.enum(['CONFIRMED', 'EXTERNAL_PROVIDER', 'FORCE_CHANGE_PASSWORD']),
  lastSignInTime: timestamp.nullable(),
  passwordChangedTime: timestamp.nullable(),
})

export const getProfileGroupsResponse = z.array(
  z.strictObject({ groupId: z.uuid(), groupName: z.string(), status: z.enum(['Enabled', 'Disabled']) }),
)

export const sessionSchema = z.strictObject({
  sessionId: z.uuid(),
  isCurrent: z.boolean(),
  createdTime: timestamp,
  lastSeenTime: timestamp,
  expiresTime: timestamp,
  address: z.string().nullable(),
  /** The browser and system, such as "Firefox 140 on Windows". */
  device: z.string(),
})
export type Session = z.output<typeof sessionSchema>

export const listOwnSessionsResponse = z.array(sessionSchema)

export const revokeOwnSessionParams = z.strictObject({ sessionId: entityId('session') })

export const listUserSessionsParams = z.strictObject({ userId: entityId('user') })

export const listUserSessionsResponse = z.array(sessionSchema)

export const revokeUserSessionsParams = z.strictObject({ userId: entityId('user') })

export const revokeUserSessionsResponse = z.strictObject({ ended: z.number().int() })

export const revokeUserSessionParams = z.strictObject({ userId: entityId('user'), sessionId: entityId('session') })

export const jwksResponse = z.strictObject({
  keys: z.array(z.strictObject({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string(), alg: z.string(), use: z.string() })),
})
