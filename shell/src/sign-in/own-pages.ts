import type { RouteObject } from '@portal/shared/router'
import { type ComponentType, lazy } from 'react'
import { type OwnPath, routes } from '../../manifest.ts'
import type { RouteHandle } from '../app/routing/use-route-handle.ts'
import { slowImport } from '../slow-import.ts'

type Page = { default: ComponentType }

/** The build reads the module of each page here (platform/bundler/entry-pages.ts). */
const imports: Record<OwnPath, () => Promise<Page>> = {
  '/login': () => import('./login/login-page.tsx'),
  '/unlock': () => import('./unlock/unlock-page.tsx'),
  '/password/recovery': () => import('./password-recovery/password-recovery-page.tsx'),
  '/i/:code': () => import('./invitation/invitation-page.tsx'),
}

/**
 * Loads the code of a page of the shell itself.
 * @throws ChunkLoadError when it cannot be loaded
 */
export function importOwnPage(path: OwnPath): Promise<Page> {
  return slowImport(imports[path])
}

/** Returns the routes of the shell's own pages, with their titles from the manifest. */
export function ownRoutes(pageAt: (path: OwnPath) => ComponentType): RouteObject[] {
  return routes.map(({ path, title }) => ({
    path,
    Component: pageAt(path),
    handle: { title } satisfies RouteHandle,
  }))
}

/** The routes of a page of the portal, which loads the code of these pages when one of them is opened. */
export function lateOwnRoutes(): RouteObject[] {
  return ownRoutes((path) => lazy(() => importOwnPage(path)))
}
