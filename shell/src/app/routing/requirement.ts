import type { Balance } from '@portal/contracts/balance'
import type { Employee } from '@portal/contracts/employee'
import type { MenuItem, Requirement } from '@portal/shared/manifest'

/** Facts about the signed-in user that decide what the menu shows and which pages open. */
export type PortalContext = {
  /** The current employee holds the team's shared tips. */
  isDefault: boolean
  /** The current employee is a manager of the current restaurant. */
  isManager: boolean
  /** The current restaurant's average tip or balance is above zero. */
  hasMoney: boolean
  /** The user may see and change the releases of the portal. */
  hasReleases: boolean
}

/** Returns what the menu and the guards check. Without a balance there is no money. `rights`: of the user's account. */
export function portalContext(
  employee: Employee,
  balance: Balance | undefined,
  rights: readonly string[] = [],
): PortalContext {
  return {
    isDefault: employee.default,
    isManager: employee.manager,
    // A former employee can still see the history.
    hasMoney: employee.is_former === true || (balance !== undefined && (balance.avg_sum > 0 || balance.balance > 0)),
    hasReleases: rights.includes('releases'),
  }
}

export function meets(requirement: Requirement | undefined, context: PortalContext): boolean {
  switch (requirement) {
    case undefined:
      return true
    case 'default-employee':
      return context.isDefault
    case 'manager':
      return context.isManager
    case 'money':
      return context.hasMoney
    case 'releases':
      return context.hasReleases
  }
}

/**
 * Returns whether a closed page says «no access» instead of redirecting home. Colleagues send each other links to a
 * manager's page or to the releases, and a silent redirect would not tell them why.
 */
export function isRefusedByName(requirement: Requirement | undefined): boolean {
  return requirement === 'manager' || requirement === 'releases'
}

/** «Меню», then «Профиль», each in the order that its remotes declare. A group without items is left out. */
export function menuGroups(items: readonly MenuItem[], context: PortalContext) {
  const shown = items.filter(({ requires }) => meets(requires, context)).sort((a, b) => a.order - b.order)
  return (['Меню', 'Профиль'] as const)
    .map((title) => ({ title, items: shown.filter(({ group }) => group === title) }))
    .filter((group) => group.items.length > 0)
}
