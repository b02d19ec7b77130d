import type { Plugin } from 'vite'

/**
 * Leaves out of the contract's endpoints what only the server and the documentation use: the permission, and why an endpoint is
 * public. The console asks only whether it is public (`src/api/client.ts`).
 */
export function leanEndpoints(): Plugin {
  return {
    name: 'steward-lean-endpoints',
    apply: 'build',
    // While the code still has the types by which endpoints are found.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.+\.ts$/, code: /: Endpoint</ },
      handler: (code) => ({ code: withoutAccess(code), map: null }),
    },
  }
}

const withoutAccess = (code: string): string =>
  code.replace(
    /^( +)access: \{ (\w+): [^{}\n]+ \},$/gm,
    (_, indent: string, kind: string) => `${indent}access: {${kind === 'public' ? " public: '' " : ''}},`,
  )
