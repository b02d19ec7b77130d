import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'

import { isTenantTable } from './tenant-tables.ts'

type ConditionalNode = SelectQueryNode | UpdateQueryNode | DeleteQueryNode

/** A tenant table in a query, under its alias. */
interface TenantReference {
  alias: string
  /** The join that brings the table in, unless FROM, UPDATE, DELETE or USING does. */
  join?: JoinNode
}

/** The names defined by the queries around a query. */
interface Surroundings {
  /** Aliases of tenant tables, all bound. */
  bound: ReadonlySet<string>
  /** Names of common table expressions, which hide tables of the same name. */
  common: ReadonlySet<string>
}

const outermost: Surroundings = { bound: new Set(), common: new Set() }
const equals = OperatorNode.create('=')
const INNER: ReadonlySet<JoinNode['joinType']> = new Set(['InnerJoin', 'LateralInnerJoin'])
const tenantColumn = ColumnNode.create('tenant_id')

/**
 * Adds `tenant_id = $n` for every tenant table of a built query (in ON for a joined table), and fills `tenant_id` into inserted
 * rows that lack it. Citus needs the bound value to find the shard. Tables that the query already ties to the tenant or to a
 * bound table stay as they are, so transforming a query twice is safe.
 */
export class BindTenant implements KyselyPlugin {
  readonly #value: ValueNode

  constructor(tenantId: string) {
    this.#value = ValueNode.create(tenantId)
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    // A transformed node keeps its kind.
    return this.#transform(node, outermost) as RootOperationNode
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }

  #transform(node: OperationNode, around: Surroundings): OperationNode {
    switch (node.kind) {
      case 'ValueNode':
      case 'PrimitiveValueListNode':
      case 'ReferenceNode':
      case 'ColumnNode':
      case 'TableNode':
      case 'OperatorNode':
      case 'IdentifierNode':
        return node
      case 'SelectQueryNode':
      case 'UpdateQueryNode':
      case 'DeleteQueryNode':
        // The kind tells which of the three it is.
        return this.#bind(node as ConditionalNode, around)
      case 'InsertQueryNode':
        // As above.
        return this.#fill(this.#children(node, withCommon(node, around)) as InsertQueryNode)
      default:
        return this.#children(node, around)
    }
  }

  /** Returns the same node when nothing in it changes. */
  #children<N extends OperationNode>(node: N, around: Surroundings): N {
    let changed: Record<string, unknown> | undefined
    for (const [key, child] of Object.entries(node)) {
      const transformed = Array.isArray(child) ? this.#list(child, around) : isNode(child) ? this.#transform(child, around) : child
      if (transformed !== child) {
        // A copy with one property replaced by another of its kind has the type of the original.
        changed ??= { ...node } as Record<string, unknown>
        changed[key] = transformed
      }
    }
    return (changed as N | undefined) ?? node
  }

  #list(items: readonly unknown[], around: Surroundings): readonly unknown[] {
    let changed: unknown[] | undefined
    for (const [index, item] of items.entries()) {
      if (!isNode(item)) continue
      const transformed = this.#transform(item, around)
      if (transformed !== item) {
        changed ??= [...items]
        changed[index] = transformed
      }
    }
    return changed ?? items
  }

  #bind(node: ConditionalNode, around: Surroundings): OperationNode {
    const { common } = withCommon(node, around)
    const references = referencesOf(node, common)
    const unbound = references.length === 0 ? references : unboundOf(node, references, around.bound)
    const bound = references.length === 0 ? around.bound : new Set([...around.bound, ...references.map(({ alias }) => alias)])
    const whole = this.#children(node, { bound, common })
    if (unbound.length === 0) return whole

    let { where } = whole
    const joins = whole.joins?.map((join, index) => {
      const reference = unbound.find((one) => one.join !== undefined && one.join === node.joins?.[index])
      if (!reference || !join.on) return join
      return { ...join, on: OnNode.create(AndNode.create(grouped(join.on.on), this.#condition(reference.alias))) }
    })
    for (const { alias, join } of unbound) {
      if (join?.on) continue
      const condition = this.#condition(alias)
      where = WhereNode.create(where ? AndNode.create(grouped(where.where), condition) : condition)
    }
    return { ...whole, ...(joins ? { joins } : {}), ...(where ? { where } : {}) }
  }

  #condition(alias: string): OperationNode {
    return BinaryOperationNode.create(ReferenceNode.create(tenantColumn, TableNode.create(alias)), equals, this.#value)
  }

  #fill(node: InsertQueryNode): InsertQueryNode {
    const { into, columns, values } = node
    if (!into || !isTenantTable(into.table.identifier.name) || !columns || !values || !ValuesNode.is(values)) return node
    if (columns.some(({ column }) => column.name === 'tenant_id')) return node
    const rows = values.values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create([...row.values, this.#value.value])
        : ValueListNode.create([...row.values, this.#value]),
    )
    return { ...node, columns: [...columns, tenantColumn], values: ValuesNode.create(rows) }
  }
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === 'object' && value !== null && 'kind' in value
}

function withCommon(node: OperationNode, around: Surroundings): Surroundings {
  const expressions = 'with' in node ? (node as SelectQueryNode).with?.expressions : undefined // every query node has the same `with`
  if (!expressions) return around
  return { ...around, common: new Set([...around.common, ...expressions.map(({ name }) => name.table.table.identifier.name)]) }
}

function referencesOf(node: ConditionalNode, common: ReadonlySet<string>): TenantReference[] {
  const references: TenantReference[] = []
  const add = (item: OperationNode, join?: JoinNode): void => {
    const isAliased = AliasNode.is(item)
    const table = isAliased ? item.node : item
    if (!TableNode.is(table)) return
    const { name } = table.table.identifier
    if (!isTenantTable(name) || common.has(name)) return
    references.push({ alias: isAliased && IdentifierNode.is(item.alias) ? item.alias.name : name, join })
  }
  if (UpdateQueryNode.is(node) && node.table) add(node.table)
  if (DeleteQueryNode.is(node)) for (const item of node.using?.tables ?? []) add(item)
  for (const item of ('from' in node ? node.from?.froms : undefined) ?? []) add(item)
  for (const join of node.joins ?? []) add(join.table, join)
  return references
}

/** The references that no condition ties to a value or to a bound reference. */
function unboundOf(node: ConditionalNode, references: readonly TenantReference[], outer: ReadonlySet<string>): TenantReference[] {
  const bound = new Set(outer)
  for (const { alias } of references) bound.delete(alias) // hides an outer one of the same name
  const equal: [from: string, to: string][] = []
  const only = references.length === 1 && (node.joins ?? []).length === 0 ? references[0]?.alias : undefined
  /** An outer join's ON restricts the joined table only. */
  const collect = (condition: OperationNode, joined?: string): void => {
    if (ParensNode.is(condition)) return collect(condition.node, joined)
    if (AndNode.is(condition)) {
      collect(condition.left, joined)
      collect(condition.right, joined)
      return
    }
    if (!BinaryOperationNode.is(condition) || !OperatorNode.is(condition.operator) || condition.operator.operator !== '=') return
    const left = aliasOfTenantId(condition.leftOperand, only)
    if (left === undefined) return
    const tells = (alias: string) => joined === undefined || joined === alias
    if (ValueNode.is(condition.rightOperand)) {
      if (tells(left)) bound.add(left)
      return
    }
    const right = aliasOfTenantId(condition.rightOperand, only)
    if (right === undefined) return
    if (tells(left)) equal.push([right, left])
    if (tells(right)) equal.push([left, right])
  }
  if (node.where) collect(node.where.where)
  for (const join of node.joins ?? []) {
    if (join.on) collect(join.on.on, INNER.has(join.joinType) ? undefined : (references.find((one) => one.join === join)?.alias ?? ''))
  }
  const unbound: TenantReference[] = []
  for (const reference of references) {
    spread(bound, equal)
    if (bound.has(reference.alias)) continue
    unbound.push(reference)
    bound.add(reference.alias)
  }
  return unbound
}

/** Adds references that equal something bound. */
function spread(bound: Set<string>, equal: readonly [from: string, to: string][]): void {
  for (let grew = true; grew;) {
    grew = false
    for (const [from, to] of equal) {
      if (bound.has(to) || !bound.has(from)) continue
      bound.add(to)
      grew = true
    }
  }
}

function aliasOfTenantId(node: OperationNode, only: string | undefined): string | undefined {
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column) || node.column.column.name !== 'tenant_id') return undefined
  return node.table ? node.table.table.identifier.name : only
}

/** AND binds tighter than OR. */
const grouped = (condition: OperationNode): OperationNode => (condition.kind === 'OrNode' ? ParensNode.create(condition) : condition)
