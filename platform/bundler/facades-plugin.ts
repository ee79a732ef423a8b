import { libraryImporters } from '@portal/shared/provided'
import type { Compiler } from 'webpack'

const name = 'FacadesPlugin'

/** Modules that the shell already has, and what a remote imports instead of a second copy. */
const facades: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries<readonly string[]>(libraryImporters).map(([library, [module = '']]) => [library, facadeAt(module)]),
  ),
  '@portal/contracts/calendar': '@portal/shared/calendar',
  '@portal/shared/session/state': '@portal/shared/session/store',
  'react-dom/client': 'nothing: the shell renders the page',
  'react-dom/server': 'nothing: the portal server renders the page',
}

/**
 * Rejects imports in a remote's own files that bypass the facades of `shared`, because the page has one router, one
 * cache and one React.
 */
export class FacadesPlugin {
  private readonly packageFolder: string

  constructor(packageFolder: string) {
    this.packageFolder = packageFolder
  }

  apply(compiler: Compiler): void {
    compiler.hooks.normalModuleFactory.tap(name, (factory) => {
      factory.hooks.beforeResolve.tap(name, ({ request, contextInfo }) => {
        const problem = contextInfo.issuer?.startsWith(`${this.packageFolder}/`) ? facadeViolation(request) : undefined
        if (problem) throw new Error(problem)
      })
    })
  }
}

/** `zod/mini`, `../node_modules/zod/index.js` → why a remote must not import it, or undefined if it may. */
export function facadeViolation(request: string): string | undefined {
  const path = request.split('node_modules/').at(-1) ?? ''
  const library = Object.keys(facades).find((name) => path === name || path.startsWith(`${name}/`))
  if (!library) return undefined
  return `${request} would be a second copy in the page, apart from that of the shell. Import ${facades[library]}`
}

/** `query.ts` → `@portal/shared/query`, `http/` → `what you need from @portal/shared/http/…` */
function facadeAt(module: string): string {
  return module.endsWith('/')
    ? `what you need from @portal/shared/${module}…`
    : `@portal/shared/${module.replace(/\.ts$/, '')}`
}
