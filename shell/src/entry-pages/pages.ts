import type { ComponentType } from 'react'
import { type OwnPath, routes } from '../../manifest.ts'
import { pathParams } from '../routing/path-params.ts'
import { slowImport } from '../slow-import.ts'

type Page = { default: ComponentType }

/** The build reads the module of each page here (platform/bundler/entry-pages.ts). */
const imports: Record<OwnPath, () => Promise<Page>> = {
  '/login': () => import('./login.tsx'),
  '/unlock': () => import('./unlock.tsx'),
  '/password/recovery': () => import('../password-recovery/password-recovery-page.tsx'),
  '/i/:code': () => import('./invitation.tsx'),
}

const loaded = new Map<OwnPath, ComponentType>()

/** Undefined: the address is not of these pages. */
export function ownRouteAt(pathname: string): (typeof routes)[number] | undefined {
  return routes.find(({ path }) => pathParams(path, pathname))
}

/** Returns a promise only where the code of the page is not there yet. @throws ChunkLoadError when it cannot be had */
export function loadPage(path: OwnPath): Promise<void> | undefined {
  return loaded.has(path) ? undefined : slowImport(imports[path]).then((page) => void loaded.set(path, page.default))
}

/** @throws when the page is not loaded: `loadPage` comes before each navigation */
export function loadedPage(path: OwnPath): ComponentType {
  const page = loaded.get(path)
  if (!page) throw new Error(`${path} is rendered before it is loaded`)
  return page
}
