import type { MenuItem } from '@portal/shared/manifest'
import { NavLink } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import { useId } from 'react'
import { pageRegistry } from '../../remotes/registry.ts'
import { Brand } from '../layouts/brand.tsx'
import { isAllowed, type PortalContext } from '../routing/requirement.ts'
import { usePortalContext } from '../routing/use-portal-context.ts'
import { RestaurantSelector } from './restaurant-selector.tsx'
import styles from './side-menu.module.css'
import { UserCard } from './user-card.tsx'

export function SideMenu() {
  const context = usePortalContext()
  const items = Object.values(pageRegistry().remotes).flatMap(({ current }) => current.manifest.menu)
  const groups = menuGroups(items, context)
  return (
    <div className={styles.menu}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <RestaurantSelector />
      <nav className={styles.groups} aria-label="Меню">
        {groups.map((group) => (
          <MenuGroup key={group.title} {...group} />
        ))}
      </nav>
      <UserCard />
    </div>
  )
}

function MenuGroup({ title, items }: ReturnType<typeof menuGroups>[number]) {
  const id = useId()
  return (
    <div>
      <p className={styles.groupTitle} id={id}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {items.map(({ path, label, icon }) => (
          <li key={path}>
            <NavLink className={styles.item ?? ''} to={path} end={path === '/'}>
              <Icon name={icon} />
              <span>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns «Меню», then «Профиль», each in the order that its remotes declare, but no group without items. */
export function menuGroups(items: readonly MenuItem[], context: PortalContext) {
  const shown = items.filter(({ requires }) => isAllowed(requires, context)).sort((a, b) => a.order - b.order)
  return (['Меню', 'Профиль'] as const)
    .map((title) => ({ title, items: shown.filter(({ group }) => group === title) }))
    .filter((group) => group.items.length > 0)
}
