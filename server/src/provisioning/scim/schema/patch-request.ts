import { invalid } from '../error.ts'
import { isObject } from '../json.ts'

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
  if (!isObject(body)) throw invalid('invalidSyntax', 'The body is no JSON object.')
  const operations = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalid('invalidSyntax', 'Operations is a list of at least one operation.')
  if (operations.length > mostOperations) throw invalid('invalidSyntax', `More than ${mostOperations} operations.`)
  return operations.map((operation, index) => {
    if (!isObject(operation)) throw invalid('invalidSyntax', `Operation ${index} is no object.`)
    const { op, path, value } = operation
    const word = typeof op === 'string' ? op.toLowerCase() : ''
    if (!isOp(word)) throw invalid('invalidSyntax', `Operation ${index} is none of add, replace and remove.`)
    if (path !== undefined && path !== null && typeof path !== 'string')
      throw invalid('invalidPath', `The path of operation ${index} is no text.`)
    if (word !== 'remove' && value === undefined) throw invalid('invalidValue', `Operation ${index} has no value.`)
    return { op: word, path: typeof path === 'string' && path !== '' ? path : undefined, value }
  })
}
