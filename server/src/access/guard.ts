import { type RawBuilder, sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import { actions as cataloged } from '@steward/contract/catalog/index'
import { executePrepared } from '../db/prepared.ts'
import { requireFreshIn } from '../db/operation.ts'
import { type Actor, type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/**
 * Users can't grant more than they have (docs/adr: "Handing out permissions"): granting actions of the administration console
 * requires having them, and only administrators can change administrators. Product actions can be granted freely: that is the
 * job of user administrators.
 */

/** The actions that give control over the tenant itself. */
const administrationActions: ReadonlySet<string> = new Set(
  cataloged.filter(({ applicationName }) => applicationName === 'admin-center').map(({ actionName }) => actionName),
)

/** What a set of groups or roles grants. */
export interface Reach {
  isAdministrator: boolean
  actions: readonly string[]
}

interface ReachRow {
  is_administrator: boolean | null
  actions: string[] | null
}

const nothing: Reach = { isAdministrator: false, actions: [] }

function toReach(row: ReachRow | undefined): Reach {
  return { isAdministrator: row?.is_administrator ?? false, actions: row?.actions ?? [] }
}

/** As an array of PostgreSQL, written once: names of actions need no quotes. */
const administration = `{${[...administrationActions].join(',')}}`

/** What the roles grant that `held` names, a query of `tenant_id` and `role_id`. */
const reachOfHeld = (held: RawBuilder<unknown>) => sql`
    with held as (${held})
    select (select bool_or(r.is_administrator) from held join role r using (tenant_id, role_id)) as is_administrator,
           (select array_agg(distinct ra.action_name) from held join role_action ra using (tenant_id, role_id)
             where ra.action_name = any(${administration}::text[])) as actions`

const rolesOfGroups = (tx: TenantTransaction, groupIds: readonly string[]) => sql`
      select distinct tenant_id, role_id from group_role where tenant_id = ${tenantIdOf(tx)}::uuid and group_id = any(${groupIds}::uuid[])`

const rolesOfActor = (tx: TenantTransaction, type: 'user' | 'key', id: string) => {
  const groups =
    type === 'user'
      ? sql`select tenant_id, group_id from group_member where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = ${id}`
      : sql`select tenant_id, group_id from api_key_group where tenant_id = ${tenantIdOf(tx)}::uuid and api_key_id = ${id}`
  return sql`
      select distinct gr.tenant_id, gr.role_id from (${groups}) member
        join user_group g on g.tenant_id = member.tenant_id and g.group_id = member.group_id and g.status = 'Enabled'
        join group_role gr on gr.tenant_id = g.tenant_id and gr.group_id = g.group_id`
}

async function readReach(tx: TenantTransaction, held: RawBuilder<unknown>): Promise<Reach> {
  const { rows } = await executePrepared(tx, sql<ReachRow>`${reachOfHeld(held)}`)
  return toReach(rows[0])
}

/** What the roles of these groups grant, including disabled groups, since they can be enabled again. */
export async function reachOfGroups(tx: TenantTransaction, groupIds: readonly string[]): Promise<Reach> {
  return groupIds.length === 0 ? nothing : readReach(tx, rolesOfGroups(tx, groupIds))
}

/** What each of these groups grants, as `reachOfGroups`. */
export async function reachOfEachGroup(tx: TenantTransaction, groupIds: readonly string[]): Promise<Map<string, Reach>> {
  const { rows } = await sql<ReachRow & { group_id: string }>`
    select gr.group_id, bool_or(r.is_administrator) as is_administrator,
           array_agg(distinct ra.action_name) filter (where ra.action_name = any(${administration}::text[])) as actions
      from group_role gr join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id
           left join role_action ra on ra.tenant_id = gr.tenant_id and ra.role_id = gr.role_id
     where gr.tenant_id = ${tenantIdOf(tx)}::uuid and gr.group_id = any(${groupIds}::uuid[])
     group by gr.group_id`.execute(tx)
  return new Map(rows.map((row) => [row.group_id, toReach(row)]))
}

/** What these roles grant. */
export async function reachOfRoles(tx: TenantTransaction, roleIds: readonly string[]): Promise<Reach> {
  if (roleIds.length === 0) return nothing
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<ReachRow>`
    select (select bool_or(is_administrator) from role where tenant_id = ${tenantId}::uuid and role_id = any(${roleIds}::uuid[])) as is_administrator,
           (select array_agg(distinct action_name) from role_action where tenant_id = ${tenantId}::uuid and role_id = any(${roleIds}::uuid[])
             and action_name = any(${administration}::text[])) as actions`.execute(tx)
  return toReach(rows[0])
}

/** Which of these users are administrators through any of their groups, including disabled ones. */
export async function administratorsAmong(tx: TenantTransaction, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct gm.user_id from role r
      join group_role gr on gr.tenant_id = r.tenant_id and gr.role_id = r.role_id
      join group_member gm on gm.tenant_id = gr.tenant_id and gm.group_id = gr.group_id
     where r.tenant_id = ${tenantIdOf(tx)}::uuid and r.is_administrator and gm.user_id = any(${userIds}::uuid[])`.execute(tx)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** An email recipient. */
export interface Administrator {
  userId: string
  username: string
  email: string
  givenName: string
  familyName: string
}

/** The administrators who can sign in. */
export async function activeAdministrators(tx: TenantTransaction): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select distinct u.user_id as "userId", u.username, u.email, u.given_name as "givenName", u.family_name as "familyName" from role r
      join group_role gr on gr.tenant_id = r.tenant_id and gr.role_id = r.role_id
      join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id and g.status = 'Enabled'
      join group_member gm on gm.tenant_id = g.tenant_id and gm.group_id = g.group_id
      join app_user u on u.tenant_id = gm.tenant_id and u.user_id = gm.user_id
     where r.tenant_id = ${tenantIdOf(tx)}::uuid and r.is_administrator and is_active_user(u.status, u.is_disabled)`.execute(tx)
  return rows
}

/** Email addresses of the administrators who can sign in. */
export async function activeAdministratorEmails(tx: TenantTransaction): Promise<string[]> {
  return (await activeAdministrators(tx)).map(({ email }) => email)
}

/** What an actor can grant and whom they can change. One instance per transaction; only queries the database when needed. */
export class Guard {
  readonly #tx: TenantTransaction
  readonly #actor: Actor
  #own: Promise<Reach> | undefined

  constructor(tx: TenantTransaction, actor: Actor) {
    this.#tx = tx
    this.#actor = actor
  }

  /** As the function, and what the actor has by the same query if `mayGive` will ask. */
  async reachOfGroups(groupIds: readonly string[]): Promise<Reach> {
    const { type, id } = this.#actor
    if ((type !== 'user' && type !== 'key') || groupIds.length === 0 || this.#own) return reachOfGroups(this.#tx, groupIds)
    const { rows } = await executePrepared(
      this.#tx,
      sql<ReachRow & { own: ReachRow | null }>`
    with given as materialized (${reachOfHeld(rolesOfGroups(this.#tx, groupIds))})
    select given.*, case when given.is_administrator or given.actions is not null
                         then (select to_jsonb(own) from (${reachOfHeld(rolesOfActor(this.#tx, type, id))}) own) end as own
      from given`,
    )
    const [row] = rows
    if (row?.own) this.#own ??= Promise.resolve(toReach(row.own))
    return toReach(row)
  }

  /**
   * Who gives administration confirms who they are (docs/adr/049).
   * @throws administrator_only, grant_exceeds_own, freshness_required
   */
  async mayGive(reach: Reach): Promise<void> {
    if (!reach.isAdministrator && reach.actions.length === 0) return
    const own = await this.#reach()
    if (own === 'everything' || own.isAdministrator) return reach.isAdministrator ? requireFreshIn(this.#tx) : undefined
    if (reach.isAdministrator) throw problem('administrator_only')
    const missing = this.#missing(own, reach.actions)
    if (missing.length > 0) throw problem('grant_exceeds_own', { actions: missing.join(', ') })
  }

  /**
   * As `mayGive`, for memberships of groups.
   * @throws administrator_only, grant_exceeds_own, freshness_required
   */
  async mayGiveGroups(groupIds: readonly string[]): Promise<void> {
    await this.mayGive(await this.reachOfGroups(groupIds))
  }

  /** The administration actions in `actions` that the actor lacks and so can't grant. */
  async lacking(actions: readonly string[]): Promise<string[]> {
    const own = await this.#reach()
    return own === 'everything' || own.isAdministrator ? [] : this.#missing(own, actions)
  }

  /** @throws administrator_only if the actor isn't an administrator */
  async mustBeAdministrator(): Promise<void> {
    if (!(await this.isAdministrator())) throw problem('administrator_only')
  }

  async isAdministrator(): Promise<boolean> {
    const own = await this.#reach()
    return own === 'everything' || own.isAdministrator
  }

  /**
   * Only administrators can change administrators.
   * @throws administrator_only
   */
  async mayChangeUsers(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0 || (await this.isAdministrator())) return
    if ((await administratorsAmong(this.#tx, userIds)).size > 0) throw problem('administrator_only')
  }

  #missing(own: Reach, actions: readonly string[]): string[] {
    return actions.filter((name) => administrationActions.has(name) && !own.actions.includes(name)).toSorted()
  }

  /** Operators, provisioning and the system act for the tenant as a whole. */
  #reach(): Promise<Reach> | 'everything' {
    const { type, id } = this.#actor
    if (type !== 'user' && type !== 'key') return 'everything'
    this.#own ??= readReach(this.#tx, rolesOfActor(this.#tx, type, id))
    return this.#own
  }
}
