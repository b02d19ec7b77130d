import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** One project for each workspace: rules in Node, the server's API on a real database, components on a page (jsdom). */
export default defineConfig({
  test: {
    // One for each core of a small machine: the default leaves one idle.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', root: folder('contract'), include: ['src/**/*.test.ts'] } },
      'server/vitest.config.ts',
      {
        plugins: [react()],
        resolve: { dedupe: ['react', 'react-dom', 'zod'] },
        test: {
          name: 'console',
          root: folder('console'),
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [folder('console/src/testing/setup.ts')],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:8080/home/' } },
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 20_000,
        },
      },
    ],
  },
})
