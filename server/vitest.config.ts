import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    // As in ../vitest.config.ts.
    maxWorkers: 2,
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'migrations/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
