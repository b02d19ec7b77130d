// Allowed imports (docs/developers/README.md, "Layers"), checked by scripts/checks/dependencies.mjs.

/** Folders of server/src shared by all areas. */
const serverShared = 'db|http|mail|background|cli|live|object-store|outgoing|secrets|tracing|uploads|testing'
/** The areas of server/src by layer, lowest first: an area imports nothing from a later line. */
const serverLayers = [
  'system-log|flags',
  'access',
  'notifications|session|service-tokens|resource-groups',
  'exports|tenants|help|log-archive|audit-log|system-events|usage|api-keys|api-usage|esg|open-models|saved-views',
  'groups|jobs|licenses|log-streams|reference-data|storage',
  'roles|users',
  'federation|provisioning|history',
  'home|changes',
]
/** The operator's commands, put together by `cli/steward.ts`. */
const operatorFiles = '^server/src/[^/]+/command[.]ts$'
/** Folders of console/src shared by all areas. */
const consoleShared = 'ui|api|boot|i18n|theme|testing'
const tests = '[.](test|spec|arbitrary)[.]tsx?$|/testing/'
/** Parts of the contract that only the server loads. */
const docs = '^contract/src/(.*(docs|examples)|endpoints|operations)[.]ts$'
const anyArea = (/** @type {string} */ workspace, /** @type {string} */ shared) => `^${workspace}/src/(?!(${shared})/)[^/]+/`

/**
 * Known cycles between areas. Remove the line when the import is gone; the check fails on a line that
 * is no longer needed. Don't add new ones: move what both areas need into one of them, or into a folder below both.
 */
export const knownArrows = ['contract/catalog → contract/rules']

/** Files that put the areas together and belong to none. */
export const composition = /^server\/src\/(cli\/steward|[^/]+\/command)\.ts$|^console\/src\/routes\/|\.gen\.ts$/

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'resolvable',
      comment: 'The import leads to no file.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circles',
      comment: 'Files must not import each other, not even types. Move what both need into a third file.',
      severity: 'error',
      // Known, to be removed: lazily loaded parts of the console share their types with the file that loads them.
      from: {
        pathNot: [
          '^console/src/ui/overlay/(Dialog|DialogPopup|Menu|MenuPopup)[.]tsx$',
          '^console/src/ui/chart/(Plot|ChartTable|TimeChart)[.]tsx$',
        ],
      },
      to: { circular: true },
    },
    {
      name: 'scripts-before-installation',
      comment: 'These scripts install the packages: what needs a package is a script of its own, which they run afterwards.',
      severity: 'error',
      from: { path: '^scripts/[^/]+[.]mjs$', pathNot: '^scripts/messages[.]mjs$' },
      to: { path: 'node_modules/', reachable: true },
    },
    {
      name: 'contract-alone',
      comment: 'The contract knows neither server nor console.',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|console)/' },
    },
    {
      name: 'contract-without-io',
      comment: 'The contract also runs in the browser and does no input or output.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-light',
      comment: 'The contract uses no package but zod.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: tests },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'console-and-server-apart',
      comment: 'Console and server meet only in the contract.',
      severity: 'error',
      from: { path: '^(console|server)/' },
      to: { path: '^(console|server)/', pathNot: '^$1/' },
    },
    {
      name: 'no-docs-in-the-browser',
      comment: 'Descriptions and examples of the contract are for the server alone.',
      severity: 'error',
      from: {
        path: '^(console|contract)/src/',
        pathNot: [tests, docs],
      },
      to: { path: docs },
    },
    {
      name: 'production-without-tests',
      comment: 'Production code never imports what tests share.',
      severity: 'error',
      from: { path: '^(contract|server|console)/src/', pathNot: tests },
      to: { path: [tests, '^(e2e|bench)/'] },
    },
    {
      name: 'installed-for-start',
      comment: 'npm start installs no development dependencies: move the package to dependencies.',
      severity: 'error',
      from: { path: '^(contract|server|console)/src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-server-folders',
      comment: 'Shared folders serve every area and know none.',
      severity: 'error',
      from: { path: '^server/src/(db|http|background|mail|live|outgoing|secrets|tracing|uploads)/', pathNot: [tests, operatorFiles] },
      to: { path: anyArea('server', serverShared) },
    },
    ...serverLayers.slice(0, -1).map((layer, index) => ({
      name: `server-layer-${index + 1}`,
      comment: 'An area imports only from areas of lower layers (serverLayers). Move what both need down.',
      severity: /** @type {const} */ ('error'),
      from: { path: `^server/src/(${layer})/`, pathNot: [tests, operatorFiles] },
      to: { path: `^server/src/(${serverLayers.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'shared-console-folders',
      comment: 'ui, api, i18n and theme serve every area and know none.',
      severity: 'error',
      from: { path: '^console/src/(ui|api|i18n|theme)/', pathNot: tests },
      to: { path: anyArea('console', consoleShared) },
    },
    {
      name: 'console-session-and-pages-below-areas',
      comment: 'session and pages are below all areas and the shell (docs/developers/console.md, "Layers").',
      severity: 'error',
      from: { path: '^console/src/(session|pages)/', pathNot: tests },
      to: { path: anyArea('console', `${consoleShared}|session|pages`) },
    },
    {
      name: 'console-shell-on-top',
      comment: 'Only routes, the router and main.tsx use the shell; what areas need of it is in pages or ui.',
      severity: 'error',
      from: { path: '^console/src/(?!(shell|routes)/)[^/]+/', pathNot: tests },
      to: { path: '^console/src/(shell|routes)/' },
    },
    {
      name: 'no-foreign-queries',
      comment: 'Call the service of the other area instead of its queries.',
      severity: 'error',
      from: {
        path: `^server/src/(?!(?:${serverShared})/)([^/]+)/`,
        pathNot: tests,
      },
      to: { path: '^server/src/.*[/-]queries([.]ts$|/)', pathNot: ['^server/src/$1/', `^server/src/(${serverShared})/`] },
    },
  ],
  options: {
    // TypeScript 7 has no API for other programs yet; swc parses TypeScript and needs nothing else.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|/paraglide/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
