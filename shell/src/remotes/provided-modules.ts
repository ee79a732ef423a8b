/// <reference types="webpack/module" />

import * as calendar from '@portal/shared/calendar'
import type { providedFiles, providedFolders, providedLibraries } from '@portal/shared/provided'
import * as query from '@portal/shared/query'
import * as router from '@portal/shared/router'
import * as slot from '@portal/shared/slot'
import * as zod from '@portal/shared/zod'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'

// The table of provided modules (shared/provided.ts), inserted by the bundler (platform/bundler/webpack.ts).
declare const LIBRARY_VERSIONS: Record<string, string>
declare const PROVIDED_FOLDERS: Record<
  keyof typeof providedFolders,
  { path: string; requests: RegExp; mode: 'sync' | 'lazy' }
>

type ProvidedModule = {
  version: string
  lib?: () => unknown
  get?: () => Promise<() => unknown>
  shareConfig: { singleton: true; requiredVersion: false }
}

const libraries = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@tanstack/react-query': query,
  'zod/mini': zod,
} satisfies Record<keyof typeof providedLibraries, object>

const files = {
  calendar,
  query,
  router,
  slot,
  zod,
} satisfies Record<(typeof providedFiles)[number], object>

const folders = {
  session: import.meta.webpackContext(PROVIDED_FOLDERS.session.path, {
    regExp: PROVIDED_FOLDERS.session.requests,
    mode: PROVIDED_FOLDERS.session.mode,
  }),
  http: import.meta.webpackContext(PROVIDED_FOLDERS.http.path, {
    regExp: PROVIDED_FOLDERS.http.requests,
    mode: PROVIDED_FOLDERS.http.mode,
  }),
  ui: import.meta.webpackContext(PROVIDED_FOLDERS.ui.path, {
    regExp: PROVIDED_FOLDERS.ui.requests,
    mode: PROVIDED_FOLDERS.ui.mode,
  }),
  forms: import.meta.webpackContext(PROVIDED_FOLDERS.forms.path, {
    regExp: PROVIDED_FOLDERS.forms.requests,
    mode: PROVIDED_FOLDERS.forms.mode,
  }),
} satisfies Record<keyof typeof providedFolders, webpack.Context>

const shareConfig = { singleton: true, requiredVersion: false } as const

function ready(lib: () => unknown, version = '1.0.0'): ProvidedModule {
  return { version, lib, shareConfig }
}

function later(load: () => unknown): ProvidedModule {
  return {
    version: '1.0.0',
    shareConfig,
    get: async () => {
      const module = await load()
      return () => module
    },
  }
}

/** `./button/button.tsx` → `@portal/shared/ui/button` */
function provideFolder(folder: keyof typeof providedFolders, provide: (load: () => unknown) => ProvidedModule) {
  const context = folders[folder]
  return context.keys().map((file): [string, ProvidedModule] => {
    const name = file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))
    return [`@portal/shared/${folder}/${name}`, provide(() => context(file))]
  })
}

/** The one copy that all remotes get. */
export const providedModules: Record<string, ProvidedModule> = Object.fromEntries([
  ...Object.entries(libraries).map(([name, library]) => [name, ready(() => library, LIBRARY_VERSIONS[name])]),
  ...Object.entries(files).map(([name, module]) => [`@portal/shared/${name}`, ready(() => module)]),
  ...provideFolder('session', ready),
  ...provideFolder('http', ready),
  ...provideFolder('ui', ready),
  ...provideFolder('forms', later),
])
