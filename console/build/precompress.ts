import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/

/** Writes `file.br` and `file.gz` beside every text file of the build, so that the server never compresses at run time. */
export function precompress(): Plugin {
  return {
    name: 'steward-precompress',
    apply: 'build',
    enforce: 'post',
    async writeBundle(options, bundle) {
      const dir = options.dir
      if (dir === undefined) throw new Error('precompress needs an output directory')
      const names = Object.keys(bundle).filter((name) => compressible.test(name))
      await Promise.all([...names, ...publicFiles].map((name) => compressFile(join(dir, name))))
    },
  }
}

/** Files copied from `public/`, which are not part of the bundle. */
const publicFiles = ['favicon.svg']

async function compressFile(path: string): Promise<void> {
  const source = await readFile(path)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(source, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
    }),
    promisify(gzip)(source, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
