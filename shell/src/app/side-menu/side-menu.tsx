import type { MenuItem } from '@portal/shared/manifest'
import { NavLink } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import { useLatePart } from '@portal/shared/ui/late-part'
import { useId } from 'react'
import { pageRegistry } from '../../remotes/registry.ts'
import { Brand } from '../layouts/brand.tsx'
import { isAllowed, type UserFacts } from '../routing/requirement.ts'
import { useUserFacts } from '../routing/use-user-facts.ts'
import { RestaurantSelector } from './restaurant-selector.tsx'
import styles from './side-menu.module.css'
import { UserCard } from './user-card.tsx'

const loadBadge = async () => (await import('./menu-badge.tsx')).default

export function SideMenu() {
  const facts = useUserFacts()
  const items = Object.entries(pageRegistry().remotes).flatMap(([remote, { current }]) => {
    const { menu, fills } = current.manifest
    return fills?.includes('shell.menu-badge') ? menu.map((item) => ({ ...item, remote })) : menu
  })
  const groups = menuGroups(items, facts)
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

/** An item with the remote that fills the slot of its badge. */
type BadgedItem = MenuItem & { remote?: string }

/** Returns «Меню», then «Профиль», each in the order that its remotes declare, but no group without items. */
export function menuGroups(items: readonly BadgedItem[], facts: UserFacts) {
  const shown = items.filter(({ requires }) => isAllowed(requires, facts)).sort((a, b) => a.order - b.order)
  return (['Меню', 'Профиль'] as const)
    .map((title) => ({ title, items: shown.filter(({ group }) => group === title) }))
    .filter((group) => group.items.length > 0)
}

function MenuGroup({ title, items }: ReturnType<typeof menuGroups>[number]) {
  const id = useId()
  return (
    <div>
      <p className={`${styles.groupTitle} hidden-in-rail`} id={id}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {items.map(({ path, label, icon, remote }) => (
          <li key={path}>
            <NavLink className={styles.item ?? ''} to={path} end={path === '/'} title={label}>
              <Icon name={icon} />
              <span className="hidden-in-rail">{label}</span>
              {remote && <Badge remote={remote} path={path} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Loads only for users who see the item. */
function Badge(props: { remote: string; path: string }) {
  const MenuBadge = useLatePart(loadBadge, true, () => {})
  return MenuBadge && <MenuBadge {...props} />
}
