import type { MenuItem } from '@portal/shared/manifest'
import { isAllowed, type PortalContext } from '../routing/requirement.ts'

/** Returns «Меню», then «Профиль», each in the order that its remotes declare, but no group without items. */
export function menuGroups(items: readonly MenuItem[], context: PortalContext) {
  const shown = items.filter(({ requires }) => isAllowed(requires, context)).sort((a, b) => a.order - b.order)
  return (['Меню', 'Профиль'] as const)
    .map((title) => ({ title, items: shown.filter(({ group }) => group === title) }))
    .filter((group) => group.items.length > 0)
}
