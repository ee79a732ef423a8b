import type { PageRegistry } from '@portal/shared/page-protocol'
import { routes } from '../../manifest.ts'
import { pathParams } from '../routing/path-params.ts'

/** `/settings/cards/7/edit` → `/settings/cards/:id/edit`; undefined: no page. An address itself may hold ids and codes. */
export function routePattern({ remotes }: Pick<PageRegistry, 'remotes'>, pathname: string): string | undefined {
  const announced = Object.values(remotes).flatMap(({ current }) => current.manifest.routes)
  return [...routes, ...announced].find(({ path }) => pathParams(path, pathname))?.path
}
