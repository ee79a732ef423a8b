import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type webpack from 'webpack'
import { repository } from '../bundler/paths.ts'

/** Why a package does not compile: `file` from the folder of the repository, `line` from 1. */
export type BuildProblem = { file: string; line: number | null; message: string }

type Reported = Pick<webpack.StatsError, 'message' | 'moduleIdentifier' | 'moduleName' | 'loc'>

export function buildProblems(stats: webpack.Stats): BuildProblem[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false })
  const problems = errors.map((error) => buildProblem(error, stats.compilation.compiler.context))
  // A style sheet fails once by itself and once in what extracts it.
  return problems.filter(({ file }, index) => problems.findIndex((other) => other.file === file) === index)
}

/** `folder`: of the package, which names of modules start from. */
export function buildProblem({ message, moduleIdentifier, moduleName, loc }: Reported, folder: string): BuildProblem {
  const plain = stripVTControlCharacters(message)
  // `loader!loader!/path/tips-page.tsx?query`, and where webpack knows of no module, what the message has.
  const identified = moduleIdentifier?.split(/[!|]/).findLast((part) => /^\/|^[A-Z]:\\/.test(part))
  const path = identified?.replace(/\?.*$/, '') ?? (moduleName ? join(folder, moduleName) : undefined)
  const [, pointed, pointedLine] = /\[(.+?):(\d+):\d+\]/.exec(plain) ?? []
  const file = path ?? pointed
  const line = pointedLine ?? /^(\d+):/.exec(loc ?? '')?.[1] ?? /\((\d+):\d+\)/.exec(plain)?.[1]
  return {
    file: file ? relative(repository, file) : 'webpack',
    line: line ? Number(line) : null,
    message: withoutStack(plain),
  }
}

function withoutStack(message: string): string {
  return message
    .replace(/\n\s*(Caused by|Stack backtrace):[\s\S]*$/, '')
    .split('\n')
    .filter((line) => !/^Module build failed|^\s+at /.test(line))
    .join('\n')
    .replace(/^(ModuleBuildError|Error):\s*/, '')
    .trim()
}
