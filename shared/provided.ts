// Modules of which a page has one copy: the shell brings them, and remotes get them from it at run time. The shell's
// provider, the bundler, the declarations of a release, the gate and the import rules all derive from this table.

type ProvidedLibrary = {
  /** The npm package whose version a release names. */
  package: string
  /**
   * The file of `shared` that lists the provided names: a provided module is not tree-shaken. Without it all names are.
   */
  names?: (typeof providedFiles)[number]
}

/** Libraries, by the name that is imported. */
export const providedLibraries = {
  react: { package: 'react' },
  'react/jsx-runtime': { package: 'react' },
  'react-dom': { package: 'react-dom' },
  '@tanstack/react-query': { package: '@tanstack/react-query', names: 'query' },
  'zod/mini': { package: 'zod', names: 'zod' },
} as const satisfies Record<string, ProvidedLibrary>

/** `query`: `@portal/shared/query` is `shared/query.ts`. */
export const providedFiles = ['calendar', 'query', 'router', 'slot', 'zod'] as const

type ProvidedFolder = {
  /** The modules of the folder by their requests in it: the file itself, or one that is named as its folder. */
  requests: RegExp
  /** Only some pages need them, so each is loaded when a page imports it. */
  isLazy?: true
}

/** `@portal/shared/ui/button` is `shared/ui/button/button.tsx`. */
export const providedFolders = {
  session: { requests: /^\.\/[\w-]+\.ts$/ },
  http: { requests: /^\.\/[\w-]+\.ts$/ },
  ui: { requests: /^\.\/([\w-]+)\/\1\.tsx$/ },
  forms: { requests: /^\.\/[\w-]+\.tsx$/, isLazy: true },
} as const satisfies Record<string, ProvidedFolder>

/** Libraries that remotes reach only through `shared`, and the files and folders of `shared` that import them. */
export const libraryImporters = {
  axios: ['http/'],
  dayjs: ['calendar.ts', 'rules/'],
  'react-hook-form': ['forms/'],
  '@hookform/resolvers': ['forms/'],
  '@maskito/core': ['forms/'],
  '@maskito/react': ['forms/'],
  'react-router': ['router.ts', 'router/'],
  'react-router-dom': ['router.ts', 'router/'],
  '@tanstack/react-query': ['query.ts', 'remote.ts', 'http/', 'session/', 'ui/'],
  zod: ['zod.ts', 'forms/', 'rules/'],
  zustand: ['session/'],
} as const satisfies Record<string, readonly string[]>

/**
 * Libraries whose values remotes get through modules of `shared`, such as a form or a hook of the router. The major
 * version is in the check of a release. What the other libraries do is hidden behind those modules.
 */
export const librariesBehindModules = [
  'react-hook-form',
  'react-router-dom',
  'zustand',
] as const satisfies readonly (keyof typeof libraryImporters)[]

/** `ui/button/button.tsx` → `@portal/shared/ui/button`. Undefined: a remote bundles the file. */
export function providedName(file: string): string | undefined {
  if (providedFiles.some((name) => file === `${name}.ts`)) return `@portal/shared/${file.slice(0, -'.ts'.length)}`
  const [folder = '', ...rest] = file.split('/')
  const requests = Object.hasOwn(providedFolders, folder)
    ? providedFolders[folder as keyof typeof providedFolders].requests
    : undefined
  if (!requests?.test(['.', ...rest].join('/'))) return undefined
  return `@portal/shared/${folder}/${rest.at(-1)?.replace(/\.tsx?$/, '')}`
}
