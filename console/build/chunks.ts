import type { Rolldown } from 'vite'
import { wordsChunk } from './locales.ts'

/**
 * Which code is in one file. A chunk takes its modules with all they import, except what a group above has. Few, large files
 * compress better and need fewer requests than one for each module that two pages share; see docs/adr/007.
 */
const files: readonly Rolldown.CodeSplittingGroup[] = [
  // Comes with the first form: what the first page needs of the contract are types (docs/adr/028).
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
  // The first page reaches it through schemas that only the server reads.
  { name: 'esg', test: /contract[\\/]src[\\/](?:catalogue|rules)[\\/]esg\.ts/ },
  // What every page needs before anything is known: React, router, queries, session.
  { name: 'start', tags: ['$initial'] },
  // What stands around every page of somebody signed in.
  { name: 'shell', test: /[\\/]routes[\\/]_shell\.tsx\?tsr-split/ },
  // Small, and wanted by sign-in and lists both.
  { name: 'calls', test: /[\\/]react-query[\\/]build[\\/]modern[\\/](?:useMutation|useQueries)\.js$/ },
  // What lists have in common.
  {
    name: 'list',
    test: /[\\/]console[\\/]src[\\/]ui[\\/](?:table[\\/]DataTable|filter[\\/](?:SearchBox|FilterMenu)|display[\\/](?:NameList|BadgedName|Badge|RelativeTime))\.tsx$/,
  },
  // The page whose first load is measured; scripts/checks/first-load.mjs knows this name and "shell".
  { name: 'first-page', test: /[\\/]user-administration[\\/]users\.tsx\?tsr-split/ },
  // Icons and words that several other pages share: files of their own would be mostly headers.
  { name: 'icons', test: /lucide-react[\\/]/, minShareCount: 2 },
  { name: wordsChunk, test: /paraglide[\\/]/, minShareCount: 2 },
]

export const chunkGroups: Rolldown.CodeSplittingGroup[] = files.map((group, index) => ({ ...group, priority: files.length - index }))
