/// <reference types="webpack/module" />
import * as query from '@portal/shared/query'
import * as router from '@portal/shared/router'
import * as zod from '@portal/shared/zod'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'

/** From the build: `{ react: '19.3.1', … }`. */
declare const SHARED_VERSIONS: Record<string, string>

type ProvidedModule = {
  version: string
  lib?: () => unknown
  get?: () => Promise<() => unknown>
  shareConfig: { singleton: true; requiredVersion: false }
}

const session = import.meta.webpackContext('../../../shared/session', { regExp: /^\.\/[\w-]+\.ts$/ })
const http = import.meta.webpackContext('../../../shared/http', { regExp: /^\.\/[\w-]+\.ts$/ })
const ui = import.meta.webpackContext('../../../shared/ui', { regExp: /^\.\/([\w-]+)\/\1\.tsx$/ })
// Only some pages have a form.
const forms = import.meta.webpackContext('../../../shared/forms', { regExp: /^\.\/[\w-]+\.tsx$/, mode: 'lazy' })

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
function eachOf(folder: string, context: webpack.Context, provide: (file: string) => ProvidedModule) {
  return Object.fromEntries(
    context.keys().map((file) => {
      const name = file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))
      return [`@portal/shared/${folder}/${name}`, provide(file)]
    }),
  )
}

/** The one copy that all remotes get (shared/build/shared-modules.ts is their side of it). */
export const providedModules: Record<string, ProvidedModule> = {
  react: ready(() => react, SHARED_VERSIONS.react),
  'react/jsx-runtime': ready(() => jsxRuntime, SHARED_VERSIONS.react),
  'react-dom': ready(() => reactDom, SHARED_VERSIONS['react-dom']),
  '@tanstack/react-query': ready(() => query, SHARED_VERSIONS['@tanstack/react-query']),
  'zod/mini': ready(() => zod, SHARED_VERSIONS.zod),
  '@portal/shared/query': ready(() => query),
  '@portal/shared/router': ready(() => router),
  '@portal/shared/zod': ready(() => zod),
  ...eachOf('session', session, (file) => ready(() => session(file))),
  ...eachOf('http', http, (file) => ready(() => http(file))),
  ...eachOf('ui', ui, (file) => ready(() => ui(file))),
  ...eachOf('forms', forms, (file) => later(() => forms(file))),
}
