import { z } from 'zod'

/**
 * What is known about a principal when its permissions are asked for, each fact with where it comes from. The server
 * gathers facts; the rules turn them into answers, on the server and in the console alike.
 */

const timestamp = z.iso.datetime()

/** One way an action reaches the principal: a role, through an enabled group it belongs to. */
export const grantSchema = z.strictObject({
  roleId: z.string(),
  roleName: z.string(),
  groupId: z.string(),
  groupName: z.string(),
})
export type Grant = z.output<typeof grantSchema>

export const roleFactSchema = z.strictObject({
  roleId: z.string(),
  roleName: z.string(),
  /** The reserved role Tenant Administrator: the specification's "admin role". */
  isAdministrator: z.boolean(),
  /** The enabled groups through which the principal has it. */
  groups: z.array(z.strictObject({ groupId: z.string(), groupName: z.string() })),
})
export type RoleFact = z.output<typeof roleFactSchema>

/** Why an application is in the principal's list. */
export const appSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always') }),
  z.strictObject({ kind: z.literal('administrator'), grants: z.array(grantSchema) }),
  z.strictObject({ kind: z.literal('action'), productCode: z.string(), actionName: z.string(), grants: z.array(grantSchema) }),
])
export type AppSource = z.output<typeof appSourceSchema>

/** What decided a flag (`flags.ts`): the narrowest setting, the operator who stopped it, or the flag service that is configured instead. */
export const flagSource = z.enum(['default', 'everyone', 'preview', 'tenant', 'user', 'stopped', 'service'])
export const flagFactSchema = z.strictObject({
  value: z.boolean(),
  source: flagSource,
  /** The share of the users it is on for, where a share decided. */
  percentage: z.number().int().min(1).max(99).optional(),
})
export type FlagFact = z.output<typeof flagFactSchema>

export const licenceKind = z.enum(['application', 'data', 'model'])
export type LicenceKind = z.output<typeof licenceKind>

/** A licence or entitlement of the tenant; it holds while its end lies after `asOf`. */
export const licenceFactSchema = z.strictObject({ kind: licenceKind, productCode: z.string(), endDate: timestamp })
export type LicenceFact = z.output<typeof licenceFactSchema>

export const quotaFactSchema = z.strictObject({ productCode: z.string(), quotaName: z.string(), value: z.number() })
export type QuotaFact = z.output<typeof quotaFactSchema>

export const federationState = z.enum(['INACTIVE', 'TESTING', 'ACTIVE'])

/** What the server gathers; `permissionFacts()` in `apps.ts` adds the applications that follow from it. */
export const gatheredFactsSchema = z.strictObject({
  /** When the facts were gathered; licences are compared with it. */
  asOf: timestamp,
  roles: z.array(roleFactSchema),
  /** By action name; an action that is not there was not granted. */
  actions: z.record(z.string(), z.array(grantSchema)),
  /** By flag name; a flag that is not there is off. */
  flags: z.record(z.string(), flagFactSchema),
  licences: z.array(licenceFactSchema),
  federation: z.strictObject({
    state: federationState,
    /** The users of the tenant sign in through its identity provider. */
    isFederatedLogin: z.boolean(),
  }),
  /** How many resource groups exist, by product code. */
  resourceGroups: z.record(z.string(), z.number().int().nonnegative()),
  quotas: z.array(quotaFactSchema),
})
export type GatheredFacts = z.output<typeof gatheredFactsSchema>

export const permissionFactsSchema = gatheredFactsSchema.extend({
  /** By machine name of the application; one that is not there may not be opened. */
  apps: z.record(z.string(), appSourceSchema),
})
export type PermissionFacts = z.output<typeof permissionFactsSchema>
