import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    // As in ../vitest.config.ts.
    maxWorkers: 3,
    // The files of a worker share its modules, which take longer to load than most files run: what a module keeps, it keeps for all.
    isolate: false,
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'migrations/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a test waits for comes soon, but not within a second on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
})
