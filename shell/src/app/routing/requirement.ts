import type { Balance } from '@portal/contracts/balance'
import type { Employee } from '@portal/contracts/employee'
import type { MenuItem, Requirement } from '@portal/shared/manifest'

/** Facts about the signed-in user that decide what the menu shows and which pages open. */
export type PortalContext = {
  /** The current employee holds the team's shared tips. */
  isDefaultEmployee: boolean
  /** The current employee is a manager of the current restaurant. */
  isManager: boolean
  /** The average tip or the balance at the current restaurant is above zero. Former employees can always see money. */
  canSeeMoney: boolean
  /** The user may see and change the releases of the portal. */
  canSeeReleases: boolean
}

/** `rights` are those of the user's account. Until the balance is loaded, only former employees can see money. */
export function portalContext(
  employee: Employee,
  balance: Balance | undefined,
  rights: readonly string[] = [],
): PortalContext {
  return {
    isDefaultEmployee: employee.default,
    isManager: employee.manager,
    canSeeMoney: employee.is_former === true || (balance !== undefined && hasMoney(balance)),
    canSeeReleases: rights.includes('releases'),
  }
}

function hasMoney({ avg_sum, balance }: Balance): boolean {
  return avg_sum > 0 || balance > 0
}

export function isAllowed(requirement: Requirement | undefined, context: PortalContext): boolean {
  switch (requirement) {
    case undefined:
      return true
    case 'default-employee':
      return context.isDefaultEmployee
    case 'manager':
      return context.isManager
    case 'money':
      return context.canSeeMoney
    case 'releases':
      return context.canSeeReleases
  }
}

/**
 * Whether a page that the user may not open says so instead of redirecting home. Colleagues send each other links to
 * pages of managers and to the releases, and a redirect would not tell them why the page does not open.
 */
export function showsNoAccess(requirement: Requirement | undefined): boolean {
  return requirement === 'manager' || requirement === 'releases'
}

/** «Меню», then «Профиль», each in the order that its remotes declare. A group without items is left out. */
export function menuGroups(items: readonly MenuItem[], context: PortalContext) {
  const shown = items.filter(({ requires }) => isAllowed(requires, context)).sort((a, b) => a.order - b.order)
  return (['Меню', 'Профиль'] as const)
    .map((title) => ({ title, items: shown.filter(({ group }) => group === title) }))
    .filter((group) => group.items.length > 0)
}
