// routes → service → queries (docs/developers/README.md, "Layers"): what calls the database is in queries.ts or another file named for what
// it reads and writes, never in a service.ts or routes.ts.
import { sourcesIn } from './files.mjs'

const statement =
  /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|import \{[^}]*\bsql\b[^}]*\} from 'kysely'/g

/** @returns {string[]} one sentence for each fault */
export const misplacedStatements = () =>
  sourcesIn('server/src')
    .filter(({ path }) => /\/(?:service|routes)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(statement)].map(
        ({ 0: found, index }) => `${path}:${text.slice(0, index).split('\n').length}: “${found.split('\n')[0]}” belongs in queries.ts`,
      ),
    )
