import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ensureMessages } from '../scripts/lib/generated.mjs'
import { boot } from './build/boot.ts'
import { chunkGroups, compiledWhole } from './build/chunks.ts'
import { leanIcons } from './build/icons.ts'
import { codeFolder, perLanguage } from './build/locales.ts'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'

const server = process.env.STEWARD_DEV_SERVER ?? 'http://127.0.0.1:8080'
const served = [
  '/auth',
  '/tenantinfo',
  '/datastore',
  '/referencedata',
  '/entitlements',
  '/messages',
  '/monitoring',
  '/jobs',
  '/scim',
  '/help',
  '/ofrep',
  '/temporary-data',
  '/api',
  '/home/config.json',
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/home/',
  plugins: [
    { name: 'steward-messages', buildStart: () => ensureMessages('start') },
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // One chunk for everything a route renders and the queries it starts; parts not listed would stay in the first chunk with
      // all their imports.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']] },
      quoteStyle: 'single',
      routeFileIgnorePattern: '\\.test\\.',
    }),
    react(),
    leanIcons(),
    boot(),
    perLanguage(compiledWhole),
    serviceWorker(),
    precompress(),
  ],
  resolve: { dedupe: ['react', 'react-dom', 'zod'] },
  // Browsers with light-dark(), :has() and popover; for older ones every color would be emitted twice.
  build: {
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first file names all others: a letter less in each hash is worth a quarter of a kilobyte.
        entryFileNames: `${codeFolder}/[name]-[hash:7].js`,
        chunkFileNames: `${codeFolder}/[name]-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: server, changeOrigin: false }])),
      '/sml': { target: server, ws: true },
    },
  },
})
