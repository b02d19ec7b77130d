// `node scripts/checks/deploy.mjs`: checks the parts for operators in deploy/ and the Dockerfile by the linters that packages bring. Programs
// that a machine can lack (Helm, promtool, HAProxy, systemd) check them, too, where they are installed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parser as promql } from '@prometheus-io/lezer-promql'
import { Ajv } from 'ajv'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { parse, parseAllDocuments } from 'yaml'
import { findBalancer } from '../lib/balancers.mjs'
import { readTemplate, renderTemplate } from '../lib/helm-template.mjs'
import { memoryFlags } from '../lib/memory.mjs'
import { at } from '../lib/paths.mjs'

const chart = at('deploy', 'helm', 'steward')
const read = (/** @type {string[]} */ ...path) => readFileSync(at(...path), 'utf8')

const dockerfiles = () =>
  ['Dockerfile', 'deploy/pgbouncer/Dockerfile'].flatMap((file) =>
    validateDockerfile(read(file)).map(({ message, range }) => `${file}:${range.start.line + 1}: ${message}`),
  )

/** @type {Record<string, new (data: any) => { validate(): void }>} each takes an object that it then checks */
const models = { Deployment, Ingress, Job, PodDisruptionBudget, Service }
/** Kinds of operators, whose schemas no package brings. */
const unchecked = new Set(['Cluster'])

/** Values of an installation: those that must be set, then with everything that can be. */
const installations = [
  { publicUrl: 'https://steward.example', mail: { from: 'Steward <no-reply@steward.example>' } },
  {
    publicUrl: 'https://steward.example',
    mail: { from: 'Steward <no-reply@steward.example>' },
    replicas: 1,
    image: { tag: '1.2.3' },
    imagePullSecrets: [{ name: 'registry' }],
    database: { pooled: true, replica: true },
    settings: { STEWARD_REGION: 'EU (Frankfurt)', STEWARD_BACKGROUND_JOBS: 2 },
    ingress: { enabled: true, className: 'nginx', host: 'steward.example', tlsSecretName: 'steward-tls', annotations: { a: 'b' } },
    podAnnotations: { 'example.com/a': 'b' },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  },
  {
    publicUrl: 'https://steward.example',
    mail: { from: 'Steward <no-reply@steward.example>' },
    cloudNativePg: { enabled: true, storageClass: 'fast', resources: { requests: { cpu: '4' } } },
  },
]

/** @param {any} defaults @param {any} values both of the chart's schema, which is checked with the result @returns {any} */
const merged = (defaults, values) =>
  values !== null && typeof values === 'object' && !Array.isArray(values)
    ? Object.fromEntries(
        [...new Set([...Object.keys(defaults ?? {}), ...Object.keys(values)])].map((key) => [
          key,
          key in values ? merged(defaults?.[key], values[key]) : defaults[key],
        ]),
      )
    : values

/** The objects of the chart for these values, as text. @param {unknown} values @returns {Map<string, string>} */
function renderChart(values) {
  const { name, version, appVersion } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))
  const dot = {
    Values: values,
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: 'steward', Service: 'Helm' },
  }
  const templates = new Map()
  const files = readdirSync(join(chart, 'templates')).map(
    (file) => /** @type {const} */ ([file, readTemplate(readFileSync(join(chart, 'templates', file), 'utf8'), templates)]),
  )
  return new Map(
    files
      .filter(([file]) => file.endsWith('.yaml'))
      .map(([file, nodes]) => [file, renderTemplate(nodes, { dot, variables: { $: dot }, templates })]),
  )
}

async function helm() {
  const defaults = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'))
  const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')),
  )
  const faults = []
  for (const given of installations) {
    const values = merged(defaults, given)
    if (!isValid(values))
      faults.push(...(isValid.errors ?? []).map(({ instancePath, message }) => `values.yaml: ${instancePath} ${message}`))
    for (const [file, text] of renderChart(values)) {
      for (const document of parseAllDocuments(text)) {
        const object = document.toJS()
        if (document.errors.length > 0) faults.push(...document.errors.map(({ message }) => `${file}: ${message}`))
        else if (object) faults.push(...objectFaults(file, object))
      }
    }
  }
  return faults
}

/** @param {string} file @param {{ apiVersion: string, kind: string }} object @returns {string[]} */
function objectFaults(file, object) {
  if (unchecked.has(object.kind)) return []
  const Model = models[object.kind]
  if (!Model) return [`${file}: no schema for ${object.kind}`]
  try {
    new Model(object).validate()
    return []
  } catch (error) {
    return [`${file}: ${object.kind} ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Queries that Prometheus could not read. */
function queries() {
  const { groups } = parse(read('deploy/prometheus/alerts.yaml'))
  const { panels } = JSON.parse(read('deploy/grafana/steward.json'))
  /** @type {[string, string][]} */
  const named = [
    ...groups.flatMap((/** @type {any} */ { rules }) => rules).map((/** @type {any} */ { alert, expr }) => [alert, expr]),
    ...panels.flatMap((/** @type {any} */ { title, targets }) => targets.map((/** @type {any} */ { expr }) => [title, expr])),
  ]
  return named.flatMap(([name, query]) => {
    // Grafana puts a duration there.
    const tree = promql.parse(query.replaceAll('$__rate_interval', '1m'))
    let isBroken = false
    tree.iterate({ enter: ({ type }) => void (isBroken ||= type.isError) })
    return isBroken ? [`${name}: Prometheus can't read ${query}`] : []
  })
}

/** The limits of memory are those of `npm start`. */
const memory = () =>
  ['Dockerfile', 'deploy/systemd/steward.service'].flatMap((file) =>
    memoryFlags('')
      .filter((flag) => !read(file).includes(flag))
      .map((flag) => `${file} lacks ${flag}`),
  )

/** What programs say that are installed here. */
function programs() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-deploy-'))
  try {
    const unit = join(folder, 'steward.service')
    // The program is not installed there on this machine.
    writeFileSync(unit, read('deploy/systemd/steward.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const values = join(folder, 'values.json')
    writeFileSync(values, JSON.stringify(installations[1]))
    const haproxy = findBalancer('haproxy')
    const balanced = { STEWARD_BIND: '127.0.0.1:8443', STEWARD_SERVER_1: '127.0.0.1:8081', STEWARD_SERVER_2: '127.0.0.1:8082' }
    return [
      ...program('promtool', ['check', 'rules', at('deploy/prometheus/alerts.yaml')]),
      ...program('systemd-analyze', ['verify', unit]),
      ...program('helm', ['lint', '--strict', '--values', values, chart]),
      ...program('helm', ['template', '--values', values, 'steward', chart]),
      ...(haproxy
        ? ['haproxy.cfg', 'postgresql.cfg'].flatMap((name) =>
            program(haproxy.file, ['-c', '-f', at(`deploy/haproxy/${name}`)], { ...haproxy.env, ...balanced }),
          )
        : []),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {string[]} */
function program(name, args, env = {}) {
  const { status, error, stdout, stderr } = spawnSync(name, args, { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 60_000 })
  if (error && 'code' in error && error.code === 'ENOENT') return []
  return status === 0 ? [] : [`${name} ${args[0]}: ${error?.message ?? `${stdout}${stderr}`.trim()}`]
}

const faults = [...dockerfiles(), ...(await helm()), ...queries(), ...memory(), ...programs()]
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
