import { NavLink } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import { useId } from 'react'
import { pageRegistry } from '../../remotes/registry.ts'
import { Brand } from '../layouts/brand.tsx'
import { usePortalContext } from '../routing/use-portal-context.ts'
import { menuGroups } from './menu-groups.ts'
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
      <div className={styles.restaurants}>
        <RestaurantSelector />
      </div>
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
      <p className={`${styles.groupTitle} hidden-in-rail`} id={id}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {items.map(({ path, label, icon }) => (
          <li key={path}>
            <NavLink className={styles.item ?? ''} to={path} end={path === '/'} title={label}>
              <Icon name={icon} />
              <span className="hidden-in-rail">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
