import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { ColumnNode, DeleteQueryNode, InsertQueryNode, MergeQueryNode, TableNode, UpdateQueryNode, WithNode } from 'kysely'

import type { Database } from './types.ts'

export type TableName = keyof Database

/** Tables that triggers and cascades change along with the key. */
const CHANGED_ALONG: { readonly [table in TableName]?: readonly TableName[] } = {
  app_user: ['group_member', 'user_group', 'user_session'],
  user_group: ['group_role', 'api_key_group', 'resource_group_group'],
  group_member: ['user_group'],
  group_role: ['user_group'],
  role: ['role_action', 'group_role', 'user_group'],
  role_action: ['role'],
  api_key: ['api_key_group'],
  resource_group: ['resource_group_group'],
  currency_vintage: ['currency_scheme'],
  saved_view: ['saved_view_default'],
  scim_user: ['app_user'],
  scim_group: ['user_group'],
}

/**
 * Columns that affect rows of other tables; changes of other columns, and new rows, don't. Users are created and renamed by the
 * hundred per second, and would otherwise invalidate every session, key and permission of the tenant each time.
 */
const HANGS_ON: { readonly [table in TableName]?: readonly string[] } = {
  app_user: ['is_disabled', 'status', 'user_type'],
}

/**
 * Tables whose rows decide permissions (contract/src/rules/permission-inputs.ts). A sign-in announces no change. Of a user only
 * existence and the disabled state matter, and the user's memberships change with them.
 */
const DECIDES_PERMISSIONS: ReadonlySet<TableName> = new Set<TableName>([
  'user_group',
  'group_member',
  'group_role',
  'role',
  'role_action',
  'api_key',
  'api_key_group',
  'application_license',
  'data_entitlement',
  'model_entitlement',
  'company_quota',
  'feature_flag',
  'feature_flag_override',
  'feature_flag_user',
  'federation_config',
  'resource_group',
  'resource_group_group',
])

/** Whether someone's permissions can differ after a change. */
export const changesPermissions = ({ tables, isOfNewUsers }: { tables: readonly TableName[]; isOfNewUsers?: true }): boolean =>
  isOfNewUsers !== true && tables.some((table) => DECIDES_PERMISSIONS.has(table))

/** A table that a statement changed, and whether dependent tables change with it. */
interface Changed {
  table: string
  along: boolean
}

export interface ChangeNote {
  along?: boolean
  isWritten?: boolean
  isOfNewUsers?: boolean
}

/** Collects the tables that a transaction changed, for the change event. One instance per transaction. */
export class ChangedTables implements KyselyPlugin {
  readonly #tables = new Set<TableName>()
  /** Those of `#tables` whose dependent tables change too. */
  readonly #reaching = new Set<TableName>()
  /** What only caches and screens have to hear of. */
  readonly #announced = new Set<TableName>()
  /** Those of `#tables` in which only rows of users whom the transaction created changed. */
  readonly #ofNewUsers = new Set<TableName>()
  readonly #pending = new WeakMap<QueryId, Changed[]>()
  #state: 'open' | 'anticipating' | 'announced' = 'open'

  /** The tables changed so far, including dependent ones; sorted. */
  get names(): TableName[] {
    return this.#namesOf(() => true)
  }

  /** What decides permissions changed for users whom the transaction created, and for no one else. */
  get isOfNewUsers(): boolean {
    const others = this.#namesOf((table) => !this.#ofNewUsers.has(table))
    return this.#ofNewUsers.size > 0 && !changesPermissions({ tables: others })
  }

  #namesOf(isMeant: (table: TableName) => boolean): TableName[] {
    const all = new Set<TableName>([...this.#tables].filter(isMeant))
    for (const table of this.#reaching) if (isMeant(table)) for (const along of CHANGED_ALONG[table] ?? []) all.add(along)
    return [...all].toSorted()
  }

  /** Those that statements wrote, including dependent ones; not those that follow from another table. */
  get written(): TableName[] {
    return this.names.filter((table) => !this.#announced.has(table))
  }

  /** From now on tables are noted when their statement is sent: its answer comes after the announcement. */
  anticipate(): void {
    this.#state = 'anticipating'
  }

  /** From now on no table can be noted that the announcement doesn't have. */
  close(): void {
    this.#state = 'announced'
  }

  /**
   * Notes a change the query builder cannot see, such as one made by a raw statement. With `isWritten: false` the table itself is as
   * it was, but what is read with it follows from another one; with `isOfNewUsers` only rows of users changed whom the transaction
   * created.
   */
  note(table: TableName, { along = true, isWritten = true, isOfNewUsers = false }: ChangeNote = {}): void {
    if (this.#state === 'announced') {
      if (!this.#tables.has(table)) throw new Error(`A change of ${table} was noted after it was announced what changed`)
      return
    }
    if (!isWritten && !this.#tables.has(table)) this.#announced.add(table)
    if (isWritten) this.#announced.delete(table)
    if (isOfNewUsers && !this.#tables.has(table)) this.#ofNewUsers.add(table)
    if (!isOfNewUsers) this.#ofNewUsers.delete(table)
    this.#tables.add(table)
    if (along) this.#reaching.add(table)
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const tables = [...changedBy(node)]
    if (tables.length === 0) return node
    if (this.#state === 'open') this.#pending.set(queryId, tables)
    else this.#noteAll(tables)
    return node
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const tables = this.#pending.get(queryId)
    // A statement that reports zero rows changed nothing; one inside WITH only reports its outer part.
    if (tables && (tables.length > 1 || result.numAffectedRows !== 0n)) this.#noteAll(tables)
    return result
  }

  #noteAll(tables: readonly Changed[]): void {
    // The builder knows only the tables of Database.
    for (const { table, along } of tables) this.note(table as TableName, { along })
  }
}

function* changedBy(node: OperationNode): Generator<Changed> {
  const target = targetOf(node)
  if (target && TableNode.is(target)) {
    const table = target.table.identifier.name
    yield { table, along: changesAlong(node, table) }
  }
  const common = (node as { with?: OperationNode }).with // every query node can carry WITH; the union has no common type for it
  if (common && WithNode.is(common)) {
    for (const part of common.expressions) yield* changedBy(part.expression)
  }
}

function targetOf(node: OperationNode): OperationNode | undefined {
  if (InsertQueryNode.is(node)) return node.into
  if (UpdateQueryNode.is(node)) return node.table
  if (DeleteQueryNode.is(node)) return node.from.froms[0]
  if (MergeQueryNode.is(node)) return node.into
  return undefined
}

function changesAlong(node: OperationNode, table: string): boolean {
  // The builder knows only the tables of Database.
  const columns = HANGS_ON[table as TableName]
  if (columns === undefined) return true
  if (InsertQueryNode.is(node)) return node.onConflict !== undefined
  if (!UpdateQueryNode.is(node) || node.updates === undefined) return true
  return node.updates.some(({ column }) => !ColumnNode.is(column) || columns.includes(column.column.name))
}
