import { z } from 'zod'

/**
 * The inputs for permissions: everything known about a principal, with its source. The server gathers them; server and
 * console evaluate the rules over them.
 */

const timestamp = z.iso.datetime()

/** One way a principal gets an action: a role, through an enabled group. */
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
  /** The enabled groups that give the principal this role. */
  groups: z.array(z.strictObject({ groupId: z.string(), groupName: z.string() })),
})
export type RoleInput = z.output<typeof roleFactSchema>

/** Why an application is in the principal's list. */
export const appSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always') }),
  z.strictObject({ kind: z.literal('administrator'), grants: z.array(grantSchema) }),
  z.strictObject({ kind: z.literal('action'), productCode: z.string(), actionName: z.string(), grants: z.array(grantSchema) }),
])
export type AppSource = z.output<typeof appSourceSchema>

/** What decided a flag (`flags.ts`): the narrowest setting, the operator who stopped it, or the configured flag service. */
export const flagSource = z.enum(['default', 'everyone', 'preview', 'tenant', 'user', 'stopped', 'service'])
export const flagFactSchema = z.strictObject({
  value: z.boolean(),
  source: flagSource,
  /** The share of users it is on for, if a share decided. */
  percentage: z.number().int().min(1).max(99).optional(),
})
export type FlagInput = z.output<typeof flagFactSchema>

export const licenseKind = z.enum(['application', 'data', 'model'])
export type LicenseKind = z.output<typeof licenseKind>

/** A license or entitlement of the tenant; active while its end is after `asOf`. */
export const licenseInputSchema = z.strictObject({ kind: licenseKind, productCode: z.string(), endDate: timestamp })
export type LicenseInput = z.output<typeof licenseInputSchema>

export const quotaFactSchema = z.strictObject({ productCode: z.string(), quotaName: z.string(), value: z.number() })
export type QuotaFact = z.output<typeof quotaFactSchema>

/** The resource groups of a product. */
export const resourceGroupFactSchema = z.strictObject({
  count: z.number().int().nonnegative(),
  /** Those that an enabled group of the principal is in, or that are open to all. */
  joined: z.number().int().nonnegative(),
})
export type ResourceGroupFact = z.output<typeof resourceGroupFactSchema>

export const federationState = z.enum(['INACTIVE', 'TESTING', 'ACTIVE'])

/** Gathered by the server; `permissionInputs()` in `apps.ts` adds the applications derived from it. */
export const gatheredInputsSchema = z.strictObject({
  /** When the facts were gathered; license ends are compared with it. */
  asOf: timestamp,
  roles: z.array(roleFactSchema),
  /** By action name; missing actions were not granted. */
  actions: z.record(z.string(), z.array(grantSchema)),
  /** By flag name; missing flags are off. */
  flags: z.record(z.string(), flagFactSchema),
  licenses: z.array(licenseInputSchema),
  federation: z.strictObject({
    state: federationState,
    /** The users of the tenant sign in through its identity provider. */
    isFederatedLogin: z.boolean(),
  }),
  /** By product code; missing products have none. */
  resourceGroups: z.record(z.string(), resourceGroupFactSchema),
  quotas: z.array(quotaFactSchema),
})
export type GatheredInputs = z.output<typeof gatheredInputsSchema>

export const permissionInputsSchema = gatheredInputsSchema.extend({
  /** By machine name of the application; missing ones can't be opened. */
  apps: z.record(z.string(), appSourceSchema),
})
export type PermissionInputs = z.output<typeof permissionInputsSchema>
