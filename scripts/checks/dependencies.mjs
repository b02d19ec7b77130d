// `node scripts/checks/dependencies.mjs`: checks imports between files and areas by the rules of .dependency-cruiser.mjs. Runs on the
// pinned Node, which dependency-cruiser needs.
import { cruise } from 'dependency-cruiser'
import config, { composition, knownArrows } from '../../.dependency-cruiser.mjs'

/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module */
/** Imports between areas, each with one example. @typedef {Map<string, string>} Arrows */

const isTest = (/** @type {string} */ path) => /\.(test|arbitrary)\.tsx?$|\/testing\//.test(path)

/** The area or shared folder of a file, as in "server/users"; undefined for a file that puts areas together. @param {string} path */
function areaOf(path) {
  const [, workspace, folder] = /^(contract|server|console)\/src\/([^/]+)\//.exec(path) ?? []
  return workspace && folder && folder !== 'paraglide' && !isTest(path) && !composition.test(path) ? `${workspace}/${folder}` : undefined
}

/** @param {Module[]} modules @returns {Arrows} */
function arrowsBetweenAreas(modules) {
  /** @type {Arrows} */
  const arrows = new Map()
  for (const { source, dependencies } of modules) {
    const from = areaOf(source)
    for (const { resolved } of dependencies) {
      const to = areaOf(resolved)
      if (from && to && from !== to && from.split('/')[0] === to.split('/')[0])
        arrows.set(`${from} → ${to}`, arrows.get(`${from} → ${to}`) ?? `${source} imports ${resolved}`)
    }
  }
  return arrows
}

/** The areas on the shortest path along the arrows, including both ends. @param {string} from @param {string} to @param {Iterable<string>} arrows */
function wayBetween(from, to, arrows) {
  const pairs = [...arrows].map((arrow) => arrow.split(' → '))
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    if (way.at(-1) === to) return way
    for (const [start, end] of pairs) {
      if (start !== way.at(-1) || end === undefined || seen.has(end)) continue
      seen.add(end)
      ways.push([...way, end])
    }
  }
  return undefined
}

/** @param {Arrows} arrows @returns {string[]} one sentence for each arrow that closes a cycle, and for each exception no longer needed */
function circlesBetweenAreas(arrows) {
  const allowed = [...arrows.keys()].filter((arrow) => !knownArrows.includes(arrow))
  /** The path back from the arrow's target to its source. @param {string} arrow @param {string[]} among */
  const wayBack = (arrow, among) => {
    const [from = '', to = ''] = arrow.split(' → ')
    return wayBetween(to, from, among)
  }
  return [
    ...allowed.flatMap((arrow) => {
      const back = wayBack(arrow, allowed)
      return back ? [`cycle between areas: ${arrow.split(' → ')[0]} → ${back.join(' → ')} (${arrows.get(arrow)})`] : []
    }),
    ...knownArrows
      .filter((arrow) => !arrows.has(arrow) || !wayBack(arrow, [...allowed, arrow]))
      .map((arrow) => `no longer a cycle: remove "${arrow}" from knownArrows in .dependency-cruiser.mjs`),
  ]
}

const { output } = await cruise(['contract/src', 'server/src', 'console/src', 'scripts'], {
  ...config.options,
  ruleSet: { forbidden: config.forbidden ?? [] },
  validate: true,
})
if (typeof output === 'string') throw new Error(output)
const faults = [
  ...output.summary.violations.map(({ rule, from, to, cycle }) => {
    const comment = config.forbidden?.find(({ name }) => name === rule.name)?.comment
    return `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}. ${comment}`
  }),
  ...circlesBetweenAreas(arrowsBetweenAreas(output.modules)),
]
if (output.modules.length < 500) faults.push(`Only ${output.modules.length} files were found: TypeScript was not parsed.`)
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
