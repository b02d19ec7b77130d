import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * What the server needs of the contract and of zod, and a browser never or only later does, left out of the console's
 * build or of its first load: examples, descriptions and answers of endpoints, JSON Schema, zod's own words, and the
 * schemas that only forms use.
 */

interface Node {
  type: string
  start: number
  end: number
}

/** Members of `endpoint({ … })` that only documentation and the server's checks read. */
const serverOnly = ['summary', 'description', 'tag', 'errors', 'ratePerMinute', 'examples', 'response', 'params', 'query']
/** The variant of a contract module for code that validates: with the schemas of bodies. */
const schemas = '?schemas'
/** A module of the console that validates: by the body of an endpoint, by a schema itself, or by one it makes of others. */
const validates = /\.(?:body|safeParse)\b|from 'zod'/

interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Gives every module of the contract two variants. Most code calls endpoints and needs their method, path and access;
 * forms validate and need the schema of the body. In the first variant no schema is left in use, so that zod is loaded
 * with the first form and not with the first page.
 *
 * Both mark every top-level value as free of side effects, so that what nobody imports falls away. Modules of the
 * contract only declare.
 */
export function leanContract(): Plugin {
  return {
    name: 'steward-lean-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (importer === undefined || !needsSchemas(source, importer)) return null
        const resolved = await this.resolve(source, importer.replace(schemas, ''), { skipSelf: true })
        return resolved && isContract(resolved.id) ? { ...resolved, id: resolved.id + schemas } : resolved
      },
    },
    transform: {
      order: 'post',
      handler(code, id) {
        if (!isContract(id.replace(schemas, ''))) return null
        const dropped = new Set(id.endsWith(schemas) ? serverOnly : [...serverOnly, 'body'])
        return { code: lean(code, this.parse(code), dropped), map: null, moduleSideEffects: false }
      },
    },
  }
}

const isContract = (id: string) => /\/contract\/src\/(?!paraglide\/)[^?]*\.ts$/.test(id)

function needsSchemas(source: string, importer: string): boolean {
  if (importer.endsWith(schemas)) return source.startsWith('.')
  return (
    source.startsWith('@steward/contract/') &&
    /\/console\/src\/[^?]*\.tsx?(?:\?|$)/.test(importer) &&
    validates.test(readFileSync(importer.replace(/\?.*/, ''), 'utf8'))
  )
}

function lean(code: string, program: { body: readonly object[] }, dropped: ReadonlySet<string>): string {
  const edits: Edit[] = []
  for (const value of topLevelValues(program)) {
    // A call without arguments that returns the value: nothing in it is kept when the value is unused.
    edits.push(
      { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
      { start: value.end, end: value.end, text: '))()' },
    )
    for (const member of membersOf(value, dropped)) edits.push({ start: member.start, end: afterComma(code, member.end), text: '' })
  }
  for (const statement of program.body) {
    const defaults = endpointDefaults(statement)
    // `endpoint()` fills in schemas for "nothing"; nobody here reads them.
    if (defaults) edits.push({ start: defaults.start, end: defaults.end, text: '{ status: 200 }' })
  }
  return apply(code, edits)
}

/** The object of defaults in the function `endpoint` itself. */
function endpointDefaults(statement: object): Node | undefined {
  const fn = 'declaration' in statement ? statement.declaration : statement
  if (!isNode(fn) || fn.type !== 'FunctionDeclaration' || !isNode(fn['id']) || fn['id']['name'] !== 'endpoint' || !isNode(fn['body']))
    return undefined
  const first: unknown = Array.isArray(fn['body']['body']) ? fn['body']['body'][0] : undefined
  const declarator: unknown = isNode(first) && Array.isArray(first['declarations']) ? first['declarations'][0] : undefined
  const init: unknown = isNode(declarator) ? declarator['init'] : undefined
  if (!isNode(init) || init.type !== 'ObjectExpression') throw new Error('endpoint() of the contract no longer begins with its defaults')
  return init
}

/** Values that are made when the module runs. */
const computed = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression'])

function* topLevelValues(program: { body: readonly object[] }): Generator<Node & Record<string, unknown>> {
  for (const statement of program.body) {
    const declaration = 'declaration' in statement && isNode(statement.declaration) ? statement.declaration : statement
    if (!('declarations' in declaration) || !Array.isArray(declaration.declarations)) continue
    for (const declarator of declaration.declarations) {
      const { init } = declarator as { init: unknown }
      if (isNode(init) && computed.has(init.type)) yield init
    }
  }
}

function* membersOf(call: Record<string, unknown>, names: ReadonlySet<string>): Generator<Node> {
  const { callee, arguments: given } = call
  if (!isNode(callee) || callee['name'] !== 'endpoint' || !Array.isArray(given)) return
  const declared: unknown = given[0]
  if (!isNode(declared) || !Array.isArray(declared['properties'])) return
  for (const property of declared['properties']) {
    if (isNode(property) && isNode(property['key']) && names.has(String(property['key']['name']))) yield property
  }
}

function isNode(value: unknown): value is Node & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value
}

function afterComma(code: string, end: number): number {
  const rest = /^\s*,/.exec(code.slice(end))
  return end + (rest?.[0].length ?? 0)
}

function apply(code: string, edits: readonly Edit[]): string {
  let out = code
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) out = out.slice(0, edit.start) + edit.text + out.slice(edit.end)
  return out
}

const unused = /\/zod\/v4\/(?:core\/(?:to-json-schema|json-schema-processors)|locales\/en)\.js$/

/**
 * Empties the parts of zod that make JSON Schemas and English sentences. Schemas refer to them when they are made, so
 * the functions stay, doing nothing. The words for faults come from the message catalogue (`contract/src/field-faults.ts`).
 */
export function leanZod(): Plugin {
  return {
    name: 'steward-lean-zod',
    apply: 'build',
    transform(code, id) {
      if (!unused.test(id)) return null
      if (id.endsWith('/locales/en.js')) return { code: 'export default () => ({ localeError: () => undefined })', map: null }
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => `export const ${match[1]} = () => undefined`)
      const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(
        (match) => `const unused_${match[1]} = () => undefined\nexport { unused_${match[1]} as ${match[1]} }`,
      )
      return { code: [...names, ...renamed].join('\n'), map: null }
    },
  }
}
