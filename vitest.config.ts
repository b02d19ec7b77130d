import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/lib/longest-first.mjs'

/** One more than a small machine has cores: tests also wait. Counts where it stands in each project, and must be the same. */
const maxWorkers = 3
const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** One project for each workspace: rules in Node, the server's API on a real database, components on a page (jsdom). */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Rules and schemas keep no state between files, so the files of a worker share the modules that they import.
      {
        test: { name: 'contract', maxWorkers, isolate: false, root: folder('contract'), include: ['src/**/*.test.ts'] },
      },
      'server/vitest.config.ts',
      {
        plugins: [react()],
        resolve: { dedupe: ['react', 'react-dom', 'zod'] },
        test: {
          name: 'console',
          maxWorkers,
          // A page of its own for each file: what popups of one file left in a shared page kept the focus from those of another.
          // In a context instead of a process for each, all files take less than half as long.
          pool: 'vmThreads',
          root: folder('console'),
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [folder('console/src/testing/setup.ts')],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:8080/home/' } },
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 20_000,
          // As in server/vitest.config.ts.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
