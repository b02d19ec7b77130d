import type { Rolldown } from 'vite'
import { wordsChunk } from './locales.ts'

interface FileGroup extends Rolldown.CodeSplittingGroup {
  /** Modules that lead to large libraries are apart from those that don't, so that most pages load without them. */
  isDivided?: boolean
}

/**
 * Which modules go into which chunk. A chunk contains its modules and all their imports, except those of a group above it. A few
 * large files compress better and need fewer requests than one file per module that two pages share; see docs/adr/007.
 */
const files: readonly FileGroup[] = [
  // Loads with the first form: the first page needs only types of the contract (docs/adr/028).
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
  // The first page imports it through schemas that only the server uses.
  { name: 'esg', test: /contract[\\/]src[\\/](?:catalog|rules)[\\/]esg\.ts/ },
  // Needed by every page from the start: React, router, queries, session.
  { name: 'start', tags: ['$initial'] },
  // The frame of every page of a signed-in user.
  { name: 'shell', test: /[\\/]routes[\\/]_shell\.tsx\?tsr-split/ },
  // Small, and needed by both sign-in and lists.
  { name: 'calls', test: /[\\/]react-query[\\/]build[\\/]modern[\\/]useMutation\.js$/ },
  // Shared by lists.
  {
    name: 'list',
    test: /[\\/]console[\\/]src[\\/]ui[\\/](?:table[\\/]DataTable|filter[\\/](?:SearchBox|FilterMenu)|display[\\/](?:NameList|BadgedName|Badge|RelativeTime))\.tsx$/,
  },
  // The page whose first load is measured; scripts/checks/first-load.mjs uses this name and "shell".
  { name: 'first-page', test: /[\\/]user-administration[\\/]users\.tsx\?tsr-split/ },
  // What dialogs, menus and fields with choices share: separate files would be many, small, and named in the first one.
  { name: 'popups', test: /[\\/]@base-ui[\\/]|[\\/]@floating-ui[\\/]/, minShareCount: 2 },
  // With the menu of views, which every list loads: what it needs of what records share, too.
  {
    name: 'views',
    test: /[\\/]console[\\/]src[\\/](?:saved-views[\\/](?:start|startsOf|views)\.ts|ui[\\/]overlay[\\/](?:Confirm)?Dialog\.tsx)$/,
    minShareCount: 2,
  },
  // What records and their forms share: separate files would be many, and small.
  {
    name: 'records',
    test: /[\\/]console[\\/]src[\\/]ui[\\/](?:record[\\/](?:RecordMenu|parts)|form[\\/](?:SaveBar|DiscardButton|SaveConflict|StaleNotice|ChosenRow|useChosenSet|useEditBase|useVersionedSave|setConflict|conflict)|display[\\/](?:GainLoss|TabLinks|DescriptionList|CopyButton|ActionList))\.tsx?$/,
    minShareCount: 2,
  },
  // Icons and messages that several other pages share: separate files would be mostly headers.
  { name: 'icons', test: /lucide-react[\\/]/, minShareCount: 2 },
  { name: wordsChunk, debugName: 'words', test: /paraglide[\\/]/, minShareCount: 2 },
  // What actions, packages and kinds of events are called, in the catalog.
  { name: 'catalog-texts', test: /contract[\\/]src[\\/]catalog[\\/]texts/ },
  // Small parts and functions that several pages share. They come before what uses them, or would be a part of it.
  {
    name: 'helpers',
    test: /[\\/]console[\\/]src[\\/](?:(?:api|i18n|help|ui[\\/](?:display|overlay))[\\/]|ui[\\/](?:table[\\/]Scroll|form[\\/]PrintButton))/,
    minShareCount: 2,
    isDivided: true,
  },
  { name: 'charts', test: /[\\/]console[\\/]src[\\/]ui[\\/]chart[\\/]/, minShareCount: 2 },
  // Reads that several pages share: a few lines each, and named in the first file.
  {
    name: 'reads',
    test: /[\\/]console[\\/]src[\\/].+[\\/](?:queries|recordQueries|choiceSources?|permissions)\.ts$/,
    minShareCount: 2,
    isDivided: true,
  },
  // What a change would do, before it is saved.
  { name: 'effects', test: /[\\/]console[\\/]src[\\/]effects[\\/]/, minShareCount: 2 },
  // Large, and needed by few pages: it must not come with the files below.
  {
    name: 'catalog',
    test: /contract[\\/]src[\\/]catalog[\\/](?:index|actions-\w+|define-actions|jobs|packages|quotas)\.ts$/,
    minShareCount: 2,
  },
  // Small files, each of which would be named in the first one.
  { name: 'access-styles', test: /[\\/]console[\\/]src[\\/]access[\\/].+\.module\.css$/ },
  { name: 'reference-data-styles', test: /[\\/]console[\\/]src[\\/]reference-data[\\/].+\.module\.css$/ },
  { name: 'people-styles', test: /[\\/]console[\\/]src[\\/](?:users|groups|roles|resource-groups|api-keys)[\\/].+\.module\.css$/ },
  // What is shown in place of a page, or above it, now and then.
  {
    name: 'rare',
    test: /[\\/]console[\\/]src[\\/](?:shell[\\/](?:NoPast|Moment\w+)|ui[\\/]display[\\/](?:NoAccessState|TooOldState))\.tsx$/,
  },
  { name: 'choices', test: /[\\/]console[\\/]src[\\/].+[\\/]choiceSource\.ts$/ },
  {
    name: 'constants',
    test: /contract[\\/]src[\\/](?:.+[\\/]constants|rules[\\/]encodings|catalog[\\/]identity-providers)\.ts$/,
    minShareCount: 2,
  },
  // What states and kinds are called, and class names: a few lines each, too. Labels of the system log need the sentences of changes.
  { name: 'labels', test: /[\\/]console[\\/]src[\\/](?!system-log).+[\\/]\w*[lL]abels\.tsx?$/, minShareCount: 2 },
  { name: 'styles', test: /[\\/]console[\\/]src[\\/](?!session|federation|access).+\.module\.css$/, minShareCount: 2 },
  // A tab of several records that shows one component.
  { name: 'history', test: /[\\/]routes[\\/]_shell[\\/](?!reference-data).+history\.tsx\?tsr-split/ },
]

const largeLibraries = /node_modules[\\/](?:@base-ui|@floating-ui|zod)[\\/]/
const known = new Map<string, boolean>()

/** Whether a module or something that it imports is a part of a large library. */
function needsLibrary(id: string, context: Rolldown.ChunkingContext): boolean {
  const found = known.get(id)
  if (found !== undefined) return found
  known.set(id, false) // for modules that import each other
  const needs =
    largeLibraries.test(id) || (context.getModuleInfo(id)?.importedIds.some((imported) => needsLibrary(imported, context)) ?? false)
  known.set(id, needs)
  return needs
}

const inOrder: readonly Rolldown.CodeSplittingGroup[] = [
  ...files.map(({ isDivided, ...group }): Rolldown.CodeSplittingGroup => {
    const { name } = group
    return isDivided && typeof name === 'string'
      ? { ...group, debugName: name, name: (id, context) => (needsLibrary(id, context) ? null : name) }
      : group
  }),
  ...files.flatMap(({ isDivided, ...group }) => (isDivided ? [{ ...group, name: `large-${String(group.name)}` }] : [])),
]

export const chunkGroups: Rolldown.CodeSplittingGroup[] = inOrder.map((group, index) => ({ ...group, priority: inOrder.length - index }))

/**
 * Chunks most of whose functions run before the first page is there. The browser compiles them as a whole, beside the page, while they
 * arrive; of all others it compiles a function when it is called, which the page waits for (docs/adr/068).
 */
export const compiledWhole: ReadonlySet<string> = new Set(['index', 'shell', 'list', 'first-page'])
