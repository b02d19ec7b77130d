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
import { DeleteQueryNode, InsertQueryNode, MergeQueryNode, TableNode, UpdateQueryNode, WithNode } from 'kysely'

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
  scim_user: ['app_user'],
  scim_group: ['user_group'],
}

/** Collects the tables that a transaction changed, for the change event. One instance a transaction. */
export class ChangedTables implements KyselyPlugin {
  readonly #tables = new Set<TableName>()
  readonly #pending = new WeakMap<QueryId, string[]>()

  /** The tables changed so far, with those that change along; sorted. */
  get names(): TableName[] {
    const all = new Set<TableName>(this.#tables)
    for (const table of this.#tables) for (const along of CHANGED_ALONG[table] ?? []) all.add(along)
    return [...all].toSorted()
  }

  /** Notes a change the query builder cannot see, such as one made by a raw statement. */
  note(table: TableName): void {
    this.#tables.add(table)
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const tables = [...changedBy(node)]
    if (tables.length > 0) this.#pending.set(queryId, tables)
    return node
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const tables = this.#pending.get(queryId)
    // A statement that reports zero rows changed nothing; one inside WITH reports only its outer part.
    if (tables && (tables.length > 1 || result.numAffectedRows !== 0n)) {
      // The builder knows only the tables of Database.
      for (const table of tables) this.#tables.add(table as TableName)
    }
    return result
  }
}

function* changedBy(node: OperationNode): Generator<string> {
  const target = targetOf(node)
  if (target && TableNode.is(target)) yield target.table.identifier.name
  const common = (node as { with?: OperationNode }).with // every query node may carry WITH; the union has no common type for it
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
