import { type ProblemException, problem } from '@steward/contract/errors'
import { sql } from 'kysely'
import type { UndoableTable } from '../db/imaged-tables.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Image } from './images.ts'

/** A field that has another value than the change left. An empty field means the row as a whole. */
export interface Difference {
  image: Image
  field: string
  before: unknown
  after: unknown
  now: unknown
}

/** The most fields that are named. */
const namedFields = 100

/** The entity that a row belongs to, as in the audit log; of a link with the field that shows it. */
interface Owner {
  category: string
  table: UndoableTable
  key: string
  name: string
  field?: string
}

const user: Owner = { category: 'User', table: 'app_user', key: 'user_id', name: 'username' }
const group: Owner = { category: 'Group', table: 'user_group', key: 'group_id', name: 'group_name' }
const role: Owner = { category: 'Role', table: 'role', key: 'role_id', name: 'role_name' }
const apiKey: Owner = { category: 'API key', table: 'api_key', key: 'api_key_id', name: 'api_key_name' }
const resourceGroup: Owner = {
  category: 'Resource group',
  table: 'resource_group',
  key: 'resource_group_id',
  name: 'resource_group_name',
}

const scheme: Owner = {
  category: 'Currency scheme',
  table: 'currency_scheme',
  key: 'currency_scheme_id',
  name: 'currency_scheme_code',
}

const owners: Readonly<Record<UndoableTable, Owner>> = {
  api_key: apiKey,
  api_key_group: { ...apiKey, field: 'groups' },
  app_user: user,
  currency: { category: 'Currency', table: 'currency', key: 'currency_code', name: 'currency_code' },
  currency_scheme: scheme,
  datastore_entry: { category: 'Setting', table: 'datastore_entry', key: 'entry_key', name: 'entry_key' },
  group_member: { ...group, field: 'usernames' },
  group_role: { ...group, field: 'roles' },
  log_stream: { category: 'Log stream', table: 'log_stream', key: 'log_stream_id', name: 'log_stream_name' },
  resource_group: resourceGroup,
  resource_group_group: { ...resourceGroup, field: 'groups' },
  role,
  role_action: { ...role, field: 'actions' },
  saved_view: { category: 'Saved view', table: 'saved_view', key: 'saved_view_id', name: 'view_name' },
  tag: { category: 'Tag', table: 'tag', key: 'tag_id', name: 'tag_name' },
  user_group: group,
}

/** The refusal of an undo, with each field that was changed since. */
export async function conflictOf(tx: TenantTransaction, differences: readonly Difference[]): Promise<ProblemException> {
  const shown = differences.slice(0, namedFields)
  const nameOf = await readNames(
    tx,
    shown.map(({ image }) => image),
  )
  const fields = shown.map(({ image, field, before, after, now }) => {
    const { category, field: linkField } = owners[image.table]
    const fieldName = linkField ?? field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const parameters = { category, entityName: nameOf(image), fieldName, before: text(before), after: text(after), now: text(now) }
    return { field: [image.table, ...Object.values(image.key), fieldName].join('/'), code: 'change_conflict', parameters }
  })
  return problem('change_conflict', { count: differences.length }, { fields })
}

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The names that the entities of these rows have now, or had before they were deleted. */
async function readNames(tx: TenantTransaction, images: readonly Image[]): Promise<(image: Image) => string> {
  const names = new Map<string, string>()
  for (const [owner, own] of Map.groupBy(images, ({ table }) => owners[table])) {
    const ids = own.map((image) => idOf(image))
    const { rows } = await sql<{ id: string; name: string }>`
      select ${sql.ref(owner.key)}::text as id, ${sql.ref(owner.name)} as name from ${sql.table(owner.table)}
       where tenant_id = ${tenantIdOf(tx)}::uuid and ${sql.ref(owner.key)}::text = any (${ids}::text[])`.execute(tx)
    for (const { id, name } of rows) names.set(id, name)
  }
  return (image) => names.get(idOf(image)) ?? text((image.after ?? image.before)?.[owners[image.table].name])
}

const idOf = ({ table, key }: Image): string => text(key[owners[table].key])
