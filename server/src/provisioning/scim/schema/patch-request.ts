import { invalid } from '../error.ts'
import { isObject } from '../json.ts'
import { mustNotRepeat } from './clean.ts'

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove'
  path: string | undefined
  value: unknown
}

const mostOperations = 20_000
const ops = new Set<string>(['add', 'replace', 'remove'])
const isOp = (op: string): op is PatchOperation['op'] => ops.has(op)

/**
 * Parses the operations of a PATCH (RFC 7644, section 3.5.2); Entra ID writes "Add", "Replace" and "Remove".
 * @throws ScimError invalidSyntax, invalidValue
 */
export function readPatch(body: unknown): PatchOperation[] {
  if (!isObject(body)) throw invalid('invalidSyntax', 'body_not_object', {})
  mustNotRepeat(Object.keys(body))
  const operations = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(operations) || operations.length === 0) throw invalid('invalidSyntax', 'operations_missing', {})
  if (operations.length > mostOperations) throw invalid('invalidSyntax', 'too_many_values', { path: 'Operations', maximum: mostOperations })
  return operations.map((operation, index) => {
    const place = `Operations[${index}]`
    if (!isObject(operation)) throw invalid('invalidSyntax', 'object_expected', { path: place })
    const { op, path, value } = operation
    const word = typeof op === 'string' ? op.toLowerCase() : ''
    if (!isOp(word)) throw invalid('invalidSyntax', 'choice_expected', { path: `${place}.op`, choices: [...ops].join(', ') })
    if (path !== undefined && path !== null && typeof path !== 'string')
      throw invalid('invalidPath', 'text_expected', { path: `${place}.path` })
    if (word !== 'remove' && value === undefined) throw invalid('invalidValue', 'required', { path: `${place}.value` })
    return { op: word, path: typeof path === 'string' && path !== '' ? path : undefined, value }
  })
}
