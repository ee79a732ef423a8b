import type { Elements } from '@portal/shared/elements'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { SectionSkeleton } from '../../../remotes/sections/section-notices.tsx'
import { Brand } from '../brand.tsx'
import styles from './empty-layout.module.css'
import { LayoutAreas, PageHeading } from './layout-areas.tsx'

/** The main layout before the employees are loaded: the heading does not move afterwards. */
export function EmptyLayout({ menu, children }: { menu?: Elements; children: Elements }) {
  return (
    <LayoutAreas
      menu={
        <div className={styles.menu}>
          <div className={styles.brand}>
            <Brand />
          </div>
          {menu}
        </div>
      }
      header={
        <>
          {/* Without a menu the title begins where the content does. */}
          <span className={menu ? styles.menuButton : undefined} />
          <PageHeading />
        </>
      }
    >
      {children}
    </LayoutAreas>
  )
}

export function LayoutSkeleton() {
  return (
    <EmptyLayout
      menu={
        <>
          <div className={styles.items}>
            {['40%', '60%', '70%', '55%'].map((width) => (
              <div key={width} className={styles.item}>
                <Skeleton height={20} width={width} />
              </div>
            ))}
          </div>
          <div className={styles.item}>
            <Skeleton height={40} width={40} radius="var(--radius-full)" />
          </div>
        </>
      }
    >
      <SectionSkeleton />
    </EmptyLayout>
  )
}
