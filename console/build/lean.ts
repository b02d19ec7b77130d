import type { Plugin } from 'vite'

/**
 * What the server needs of the contract and of zod, and a browser never does, left out of the console's build: examples,
 * descriptions and answers of endpoints, JSON Schema, zod's own words. Together a seventh of the first load.
 */

interface Node {
  type: string
  start: number
  end: number
}

/** Members of `endpoint({ … })` that only documentation and the server's checks read. */
const serverOnly = new Set(['summary', 'description', 'tag', 'errors', 'ratePerMinute', 'examples', 'response'])

interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Drops the server's members from endpoint declarations, and marks every top-level call as free of side effects, so that
 * schemas and endpoints nobody imports fall away. Every module of the contract only declares; a test holds that.
 */
export function leanContract(): Plugin {
  return {
    name: 'steward-lean-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/\/contract\/src\/(?!paraglide\/)[^?]*\.ts$/.test(id)) return null
      const edits: Edit[] = []
      for (const call of topLevelCalls(this.parse(code))) {
        // A call without arguments that returns the value: nothing in it is kept when the value is unused.
        edits.push({ start: call.start, end: call.start, text: '/* @__PURE__ */ (() => ' }, { start: call.end, end: call.end, text: ')()' })
        for (const member of serverMembers(call)) edits.push({ start: member.start, end: afterComma(code, member.end), text: '' })
      }
      return edits.length === 0 ? null : { code: apply(code, edits), map: null }
    },
  }
}

function* topLevelCalls(program: { body: readonly object[] }): Generator<Node & Record<string, unknown>> {
  for (const statement of program.body) {
    const declaration = 'declaration' in statement && isNode(statement.declaration) ? statement.declaration : statement
    if (!('declarations' in declaration) || !Array.isArray(declaration.declarations)) continue
    for (const declarator of declaration.declarations) {
      const { init } = declarator as { init: unknown }
      if (isNode(init) && init.type === 'CallExpression') yield init
    }
  }
}

function* serverMembers(call: Record<string, unknown>): Generator<Node> {
  const { callee, arguments: given } = call
  if (!isNode(callee) || callee['name'] !== 'endpoint' || !Array.isArray(given)) return
  const declared: unknown = given[0]
  if (!isNode(declared) || !Array.isArray(declared['properties'])) return
  for (const property of declared['properties']) {
    if (isNode(property) && isNode(property['key']) && serverOnly.has(String(property['key']['name']))) yield property
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
