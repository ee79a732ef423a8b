import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { platformRoot } from '../../bundler/paths.ts'
import { writeSdk } from './write-sdk.ts'

/** The file that `npm run generate -- api-report` writes after a change of what remotes import. The SDK has it too. */
export const apiReportFile = join(platformRoot, 'platform/sdk/api-report.txt')

/**
 * Returns what the SDK in `folder` offers to remotes: the declarations of its modules. Contracts are listed by their
 * names, because their sources are declarations already.
 */
export function apiReport(folder: string): string {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  const modules = Object.entries(JSON.parse(read('modules.json')) as Record<string, string>)
  const names = new Map(modules.map(([name, source]) => [declarationFile(source), name]))
  names.set('platform/sdk/bundler.d.ts', '@portal/sdk/bundler')
  names.set('platform/sdk/testing/browser-tests.d.ts', '@portal/sdk/testing')
  const sections: [title: string, text: string][] = []
  // The loop also visits the modules that it adds.
  for (const [file, name] of names) {
    const text = read(file)
    if (name.startsWith('@portal/contracts/')) {
      sections.push([name, exportedNames(text)])
      continue
    }
    sections.push([name, text.replace(/^export \{\};\n/gm, '')])
    for (const imported of importedFiles(file, text)) {
      if (!names.has(imported)) names.set(imported, `${imported}, which remotes cannot import`)
    }
  }
  const head = `// @portal/sdk ${version}. Written by \`npm run generate -- api-report\`; a test compares it with the sources.\n`
  const written = sections.sort(([one], [other]) => (one < other ? -1 : 1))
  return head + written.map(([title, text]) => `\n// ---- ${title}\n\n${text}`).join('')
}

/** `shared/ui/button/button.tsx` → `shared/ui/button/button.d.ts` */
function declarationFile(source: string): string {
  return source.replace(/\.[jt]sx?$/, '.d.ts')
}

/** Returns the modules of `shared` that a module imports by their path. */
function importedFiles(file: string, text: string): string[] {
  const paths = [...text.matchAll(/['"](\.{1,2}\/[^'"]+\.[jt]sx?)['"]/g)].map(([, path = '']) => path)
  return paths.map((path) => declarationFile(join(dirname(file), path))).filter((path) => path.startsWith('shared/'))
}

function exportedNames(text: string): string {
  const exported = text.matchAll(/^export (?:declare )?(?:const|function|class|type) (\w+)/gm)
  return `${[...new Set([...exported].map(([, name = '']) => name))].sort().join(', ')}\n`
}

// `npm run generate -- api-report`
if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'api-report-'))
  try {
    await writeSdk(folder)
    writeFileSync(apiReportFile, apiReport(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
