import { dependentsOf, type Graph } from './import-graph.ts'

/** The tests that a change may break, and why. Without a reason for all, only those that are listed. */
export type Affected = {
  /** Every test has to run: the reason. */
  everything?: string
  /** Files of unit tests and of tests of the API, by the reason. */
  units: Map<string, string>
  /** Journeys in Chromium, by the reason. */
  specs: Map<string, string>
  /** Tags of remotes, and names of screens, whose screens are compared, by the reason. */
  screens: Map<string, string>
  /** Replicas behind nginx, and the journeys in three other engines: the reason. */
  replicas?: string
  engines?: string
}

const settings =
  /^(package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|tsconfig[\w.]*\.json|vitest\.config\.ts|run\.mjs|node-setup\.mjs|\.nvmrc|\.browserslistrc)$/
const isTest = (file: string) => /\.(test|spec|stories)\.tsx?$|\/testing\//.test(file)
const isUnitTest = (file: string) => /\.test\.tsx?$/.test(file)
const isSpec = (file: string) => /^e2e\/tests\/.*\.spec\.ts$/.test(file)
const screensSpec = 'e2e/tests/screens.spec.ts'

/**
 * `read` returns the text of a spec, which names remotes by their tags, `@mfe-tips` or `@remotes` for all of them, or opens their
 * addresses; and the manifest of a remote, which has these.
 */
export function affectedBy(changed: readonly string[], graph: Graph, read: (file: string) => string): Affected {
  const none: Affected = { units: new Map(), specs: new Map(), screens: new Map() }
  const setting = changed.find((file) => settings.test(file))
  if (setting) return { ...none, everything: `${setting} concerns every package` }
  const migration = changed.find((file) => file.startsWith('api/migrations/'))
  const whole = migration ? `${migration} changes the database` : undefined

  const files = [...graph.keys()]
  const reached = dependentsOf(withoutServer(graph), changed)
  const units = pick(files.filter(isUnitTest), reached)
  if (whole) for (const file of files) if (isUnitTest(file) && file.startsWith('api/src/')) units.set(file, whole)

  const calls = callsServedBy(changed, graph)
  const served = whole ?? servedToAll(reached) ?? calls.unknown ?? servedToAll(calls.reached)
  const remotes = new Map([...touchedRemotes(reached), ...touchedRemotes(calls.reached)])
  const specs = pick(files.filter(isSpec), reached)
  for (const spec of files.filter(isSpec)) {
    const text = read(spec)
    const remote = [...remotes.keys()].find((name) => concerns(text, name, read))
    const reason = served ?? (remote && remotes.get(remote))
    if (reason && !specs.has(spec)) specs.set(spec, reason)
  }
  const screens = new Map<string, string>()
  if (!specs.has(screensSpec)) {
    for (const [name, reason] of remotes) screens.set(`@${name}`, reason)
    for (const file of changed) {
      const [, name] = /^e2e\/snapshots\/[\w-]+\/(.+)\.png$/.exec(file) ?? []
      if (name) screens.set(name, file)
    }
  }
  const replicas = served ?? firstOf(reached, /^(e2e\/replicas\/|docs\/deploy\/|api\/src\/)/)
  // Their journeys open pages of each remote.
  const engines = served ?? firstOf(reached, /^e2e\/engines\//) ?? [...remotes.values()][0]
  return { units, specs, screens, ...(replicas && { replicas }), ...(engines && { engines }) }
}

/** Whether a spec has the tag of a remote, or opens one of its addresses. `/` is the first page of nearly all specs, and says nothing. */
function concerns(spec: string, remote: string, read: (file: string) => string): boolean {
  if (spec.includes(`'@${remote}'`) || spec.includes("'@remotes'")) return true
  const [, paths = ''] = /paths: \[(.*?)\]/s.exec(read(`${remote}/manifest.ts`)) ?? []
  return [...paths.matchAll(/'(\/[^']+)'/g)].some(([, path]) => new RegExp(`['\`}]${path}(?=[/?'\`])`).test(spec))
}

/** Server and browser meet at the contracts: no importer of the API in its process depends on each of its modules. */
function withoutServer(graph: Graph): Graph {
  const isServer = (file: string) => file.startsWith('api/src/') && !file.includes('/double/')
  return new Map(
    [...graph].map(([file, imports]) =>
      file.startsWith('api/') ? [file, imports] : [file, new Set([...imports].filter((each) => !isServer(each)))],
    ),
  )
}

function pick(files: readonly string[], reached: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(files.flatMap((file) => (reached.has(file) ? [[file, chainOf(file, reached)]] : [])))
}

/** `shared/format/date.ts → mfe-tips/…/chart.tsx`: from the change to what depends on it. */
function chainOf(file: string, reached: ReadonlyMap<string, string>): string {
  const chain = [file]
  for (let next = reached.get(file); next && next !== chain[0]; next = reached.get(next)) chain.unshift(next)
  return chain.slice(0, -1).join(' → ') || file
}

/** The code that serves each page or runs in it. */
function servedToAll(reached: ReadonlyMap<string, string>): string | undefined {
  return firstOf(reached, /^(shell\/|platform\/(server|rendering|start|bundler)\/)/)
}

function firstOf(reached: ReadonlyMap<string, string>, pattern: RegExp): string | undefined {
  const found = [...reached.keys()].find((file) => pattern.test(file) && !isTest(file))
  return found && `${chainOf(found, reached)} → ${found}`.replace(/^(.+) → \1$/, '$1')
}

/** What depends on the calls that changed files of the API serve. `unknown`: a file that no call leads to, such as a worker. */
function callsServedBy(changed: readonly string[], graph: Graph): { reached: Map<string, string>; unknown?: string } {
  const own = changed.filter((file) => file.startsWith('api/src/') && !isTest(file))
  const contracts = own.map((file) => contractsServedBy(file, graph))
  const unknown = own.find((_, index) => contracts[index]?.length === 0)
  return { reached: dependentsOf(withoutServer(graph), contracts.flat()), ...(unknown && { unknown }) }
}

/** The contracts of the calls whose modules depend on the file. */
function contractsServedBy(file: string, graph: Graph): string[] {
  const routes = [...dependentsOf(graph, [file]).keys()].filter((each) => /^api\/src\/.*routes\.ts$/.test(each))
  return [...new Set(routes.flatMap((each) => [...(graph.get(each) ?? [])]))].filter((each) =>
    each.startsWith('shared/contracts/'),
  )
}

/** The remotes of which code has changed, or what it calls, by the reason. */
function touchedRemotes(reached: ReadonlyMap<string, string>): Map<string, string> {
  const remotes = new Map<string, string>()
  for (const file of reached.keys()) {
    const [, remote] = /^(mfe-[\w-]+)\//.exec(file) ?? []
    if (remote && !remotes.has(remote) && !isTest(file)) remotes.set(remote, chainOf(file, reached))
  }
  return remotes
}
