// Reports features in the built files that one of the oldest supported browsers lacks (.browserslistrc), except for the
// known uses. Exits with 1 when there are any. Requires a production build.
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { say } from '@portal/command/command'
import { inputsVersion } from '../bundler/inputs.ts'
import { builtFolder, remoteNames, repository } from '../bundler/paths.ts'
import type { Finding } from './finding.ts'
import { type KnownUse, knownInScripts, knownInStyles } from './known-uses.ts'
import { readScript } from './read-script.ts'
import { readStyle } from './read-style.ts'

type FoundIn = Finding & { file: string }

const files = ['shell', ...remoteNames].flatMap((name) => {
  const folder = builtFolder(name, inputsVersion(name))
  const built = globSync('*.{js,css}', { cwd: folder }).map((file) => join(folder, file))
  if (built.length === 0) throw new Error(`${name} is not built: pnpm start, or node platform/releases/build-all.ts`)
  return built
})
const scripts = files.filter((file) => file.endsWith('.js')).map((file) => ({ file, ...readScript(read(file)) }))
// A method that a library defines itself is not the browser's.
const own = new Set(scripts.flatMap(({ defines }) => [...defines]))
const inScripts = scripts.flatMap(({ file, findings, doubtful }) =>
  [...findings, ...doubtful.filter(({ method }) => !own.has(method))].map((finding): FoundIn => ({ ...finding, file })),
)
// The stylesheets of the servers are not built.
const ofServers = ['api/src/http/page.css', 'platform/server/public/browser-advice.css'].map((file) =>
  join(repository, file),
)
const stylesheets = [...files.filter((file) => file.endsWith('.css')), ...ofServers]
const inStyles = stylesheets.flatMap((file) => readStyle(read(file)).map((finding): FoundIn => ({ ...finding, file })))

const problems = [...withoutKnown(inScripts, knownInScripts), ...withoutKnown(inStyles, knownInStyles)]
for (const problem of problems) say(problem)
say(`${scripts.length} scripts and ${stylesheets.length} stylesheets, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

function withoutKnown(findings: readonly FoundIn[], known: readonly KnownUse[]): string[] {
  const used = new Set<KnownUse>()
  const unknown = findings.filter((finding) => {
    const use = known.find(({ feature, near }) => feature === finding.feature && (near?.test(finding.context) ?? true))
    if (use) used.add(use)
    return !use
  })
  const stale = known.filter((use) => !used.has(use))
  return [
    ...unknown.map(({ file, feature, without, context }) => {
      const middle = Math.max(0, context.length / 2 - 60)
      return `${relative(repository, file)}: ${feature} is not in ${without.join(', ')}: …${context.slice(middle, middle + 120)}…`
    }),
    ...stale.map(({ feature }) => `known-uses.ts: ${feature}: nothing uses it any more`),
  ]
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}
