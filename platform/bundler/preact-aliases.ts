import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What stands in for React and the router in the pages before sign-in, by the request as webpack writes it: `react$` for `react` itself.
 * `packageFolder`: the folder of the shell.
 */
export function preactAliases(packageFolder: string): Record<string, string> {
  return {
    react$: fileOf('preact/compat'),
    'react-dom$': fileOf('preact/compat'),
    'react-dom/client$': fileOf('preact/compat/client'),
    'react-dom/server$': fileOf('preact-render-to-string'),
    'react/jsx-runtime$': fileOf('preact/jsx-runtime'),
    '@portal/shared/router$': join(packageFolder, 'src/entry-pages/router.tsx'),
  }
}

/** Returns the module for `import`: the copies for `require` would have a state of their own. */
function fileOf(request: string): string {
  return fileURLToPath(import.meta.resolve(request))
}
