import { defineConfig } from '@playwright/test'

/** Flags that keep a test browser quiet: no sandbox (containers), no graphics card, nothing that calls home. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Playwright's own list, which this one replaces, and the popups of the address bar: they are pages of their own, and loading
  // them for each window, where no test sees them, takes longer than most pages of the console.
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
  ].join(',')}`,
]

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** The longest files start first, so that no worker is left waiting for the other at the end. */
const longest = ['walk', 'single-sign-on', 'users', 'shell', 'groups'].map((name) => `${name}.spec.ts`)

/** Browser tests against the real server on an empty data directory; `npm test` names the Chromium in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  // Each worker has a server, and with it a tenant, of its own; the tests of a file build on what the tenant holds.
  workers: 2,
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: longest },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // Ends a run that hangs, and says in which test; the command that runs it waits a little longer. Slow machines take 35 minutes.
  globalTimeout: 50 * 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args },
    // What cannot be done by then is not there; the test says what it waited for.
    actionTimeout: 20_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Keeping the document before and after every step takes a third of the time; `--trace on` does where it is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
