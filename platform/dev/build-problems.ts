import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type webpack from 'webpack'
import { repository } from '../bundler/paths.ts'

/** Why a package does not compile: `file` is relative to the repository, `line` counts from 1. */
export type BuildProblem = { file: string; line: number | null; message: string }

type Reported = Pick<webpack.StatsError, 'message' | 'moduleIdentifier' | 'moduleName' | 'loc'>

export function buildProblems(stats: webpack.Stats): BuildProblem[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false })
  const problems = errors.map((error) => buildProblem(error, stats.compilation.compiler.context))
  // A stylesheet fails twice: itself, and in the plugin that extracts it.
  return problems.filter(({ file }, index) => problems.findIndex((other) => other.file === file) === index)
}

/** `folder` is that of the package, to which names of modules are relative. */
export function buildProblem({ message, moduleIdentifier, moduleName, loc }: Reported, folder: string): BuildProblem {
  const plain = stripVTControlCharacters(message)
  // The name is `loader!loader!/path/tips-page.tsx?query`; when webpack names no module, the message may contain it.
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
