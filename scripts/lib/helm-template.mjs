// Renders the templates of a Helm chart, as far as ours use them, so that the objects can be checked without Helm. What it doesn't know is refused.
import { stringify } from 'yaml'

/** @typedef {{ text: string } | { output: string } | { branches: { condition: string | undefined, body: Node[] }[] } | { range: string, body: Node[] }} Node */
/** @typedef {{ dot: unknown, variables: Record<string, unknown>, templates: Map<string, Node[]> }} Scope */

/** Splits a template into texts and actions; `{{-` and `-}}` take the white space beside them. @param {string} source */
function split(source) {
  const parts = source.split(/(\{\{-?\s[^]*?\s-?\}\})/)
  return parts.map((part, index) => {
    if (part.startsWith('{{')) return { action: part.replace(/^\{\{-?\s+|\s+-?\}\}$/g, '') }
    let text = part
    if (parts[index - 1]?.endsWith(' -}}')) text = text.trimStart()
    if (parts[index + 1]?.startsWith('{{- ')) text = text.trimEnd()
    return { text }
  })
}

/**
 * Reads a template file: its own nodes, and those that it defines for others.
 * @param {string} source @param {Map<string, Node[]>} templates
 * @returns {Node[]}
 */
export function readTemplate(source, templates) {
  const parts = split(source)
  let next = 0
  /** @returns {{ nodes: Node[], end: string }} */
  function readBlock() {
    /** @type {Node[]} */
    const nodes = []
    for (;;) {
      const part = parts[next++]
      if (!part) return { nodes, end: '' }
      if (part.text !== undefined) nodes.push({ text: part.text })
      else if (part.action !== undefined) {
        const [keyword = '', ...rest] = part.action.split(' ')
        const argument = rest.join(' ')
        if (keyword === 'end' || keyword === 'else') return { nodes, end: part.action }
        if (keyword === 'if') nodes.push(readBranches(argument))
        else if (keyword === 'range') nodes.push({ range: argument, body: readBlock().nodes })
        else if (keyword === 'define') templates.set(JSON.parse(argument), readBlock().nodes)
        else if (keyword !== '/*') nodes.push({ output: part.action })
      }
    }
  }
  /** @param {string} first @returns {Node} */
  function readBranches(first) {
    const branches = []
    /** @type {string | undefined} */
    let condition = first
    for (;;) {
      const { nodes, end } = readBlock()
      branches.push({ condition, body: nodes })
      if (!end.startsWith('else')) return { branches }
      condition = end.startsWith('else if ') ? end.slice('else if '.length) : undefined
    }
  }
  return readBlock().nodes
}

/** @type {Record<string, (...values: any[]) => unknown>} values come from the chart, and each function checks by its use what it gets */
const functions = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  gt: (left, right) => left > right,
  int: (value) => Math.trunc(Number(value)),
  nindent: (spaces, text) => `\n${String(text).replaceAll(/^(?=.)/gm, ' '.repeat(spaces))}`,
  not: (value) => !isTrue(value),
  quote: (value) => JSON.stringify(String(value)),
  toYaml: (value) => stringify(value).trimEnd(),
}

/** What templates count as true. @param {unknown} value */
const isTrue = (value) => (typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value))

/** The value of an expression such as `include "name" . | nindent 4`. @param {string} text @param {Scope} scope @returns {unknown} */
function evaluate(text, scope) {
  const tokens = text.match(/"[^"]*"|[()|]|[^\s()|]+/g) ?? []
  let next = 0
  /** @returns {unknown} */
  function readOperand() {
    const token = tokens[next++] ?? ''
    if (token === '(') return readPipeline()
    if (token.startsWith('"')) return JSON.parse(token)
    if (/^\d+$/.test(token)) return Number(token)
    if (!/^[.$]/.test(token)) throw new Error(`unknown value ${token} in ${text}`)
    const [variable = '', ...path] = token.split('.')
    /** @type {any} */
    let value = variable === '' ? scope.dot : scope.variables[variable]
    for (const name of path.filter(Boolean)) value = value?.[name]
    return value
  }
  /** @param {unknown[]} [piped] the value before a `|` @returns {unknown} */
  function readPipeline(piped = []) {
    const name = tokens[next] ?? ''
    const isCall = /^[a-zA-Z]+$/.test(name)
    if (isCall) next++
    /** @type {unknown[]} */
    const values = []
    while (next < tokens.length && tokens[next] !== '|' && tokens[next] !== ')') values.push(readOperand())
    const value = isCall ? call(name, [...values, ...piped]) : values[0]
    return tokens[next++] === '|' ? readPipeline([value]) : value
  }
  /** @param {string} name @param {unknown[]} values */
  function call(name, values) {
    if (name === 'include') return renderTemplate(scope.templates.get(String(values[0])) ?? [], { ...scope, dot: values[1] })
    const known = functions[name]
    if (!known) throw new Error(`unknown function ${name} in ${text}`)
    return known(...values)
  }
  return readPipeline()
}

/** @param {Node[]} nodes @param {Scope} scope @returns {string} */
export function renderTemplate(nodes, scope) {
  return nodes
    .map((node) => {
      if ('text' in node) return node.text
      if ('output' in node) return String(evaluate(node.output, scope) ?? '')
      if ('branches' in node) {
        const taken = node.branches.find(({ condition }) => condition === undefined || isTrue(evaluate(condition, scope)))
        return taken ? renderTemplate(taken.body, scope) : ''
      }
      const [, key = '', value = '', list = ''] = /^(\$\w+), (\$\w+) := (.+)$/.exec(node.range) ?? []
      return Object.entries(evaluate(list, scope) ?? {})
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, one]) => renderTemplate(node.body, { ...scope, variables: { ...scope.variables, [key]: name, [value]: one } }))
        .join('')
    })
    .join('')
}
